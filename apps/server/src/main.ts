import { createLocalParts } from './local-parts.ts';
import { runServer } from './run-server.ts';

await runServer(createLocalParts());

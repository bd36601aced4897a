import { createLocalParts } from './main/local-parts.ts';
import { runServer } from './main/run-server.ts';

await runServer(createLocalParts());

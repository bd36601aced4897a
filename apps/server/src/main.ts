import { runServer } from './main/run-server.ts';
import { createLocalParts } from './platform/config/local-parts.ts';

await runServer(createLocalParts());

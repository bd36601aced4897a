import { createSystemClock } from '@kindling/protocol/clock';
import { runServer } from '../../src/main/run-server.ts';
import { createFakeParts } from './fake-parts.ts';

/** A server process for tests of starting, stopping and dying: everything real but sound. */
await runServer(createFakeParts({ clock: createSystemClock() }));

import { type HttpServer, listen } from '../../src/main/listen.ts';
import type { OpenDatabase } from '../../src/platform/database/database.ts';
import { createTestServer, type TestServer } from './test-server.ts';

export interface ListeningServer extends TestServer {
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  /** Closes the server, then the database. */
  close(): Promise<void>;
}

/** A test server on a real port, for what only the wire shows. */
export async function createListeningServer(
  database: OpenDatabase,
  environment: Record<string, string> = {},
): Promise<ListeningServer> {
  const server = await createTestServer(database, environment);
  const { upgrades } = server;
  const http: HttpServer = await listen(server.app, {
    ...{ host: '127.0.0.1', port: 0 },
    upgrades,
  });
  return {
    ...server,
    origin: `http://127.0.0.1:${http.port}`,
    async close() {
      await http.close();
      await database.close();
    },
  };
}

import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type { Logger } from 'pino';
import type { Token } from '../../modules/tokens/token-store.ts';

/** What Hono carries along with a request. Bindings are absent when a test calls the app directly. */
export interface AppEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The visitor's address, proxies taken off. */
    clientAddress: string;
    /** `https://host` of this server as the visitor wrote it; no slash at the end. */
    baseUrl: string;
    /** Another node forwarded it: it is answered here, even if a third node owns the call or meeting. */
    isForwarded?: boolean;
    log: Logger;
    /** Whose key was sent, once it was found; also when it may not do what it asks for. */
    token?: Token;
  };
}

export type AppContext = Context<AppEnv>;

import { Agent } from 'undici';

/** How long the connection to another node may take, ms. */
const CONNECT_TIMEOUT = 900;

/**
 * For what nodes ask each other. A signal that aborts a request of undici does not end the making of its connection,
 * which takes ten seconds by default where a machine is cut off.
 */
export const nodeAgent = new Agent({ connect: { timeout: CONNECT_TIMEOUT } });

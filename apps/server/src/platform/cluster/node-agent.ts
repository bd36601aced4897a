import { Agent } from 'undici';

/** How long the connection to another node may take, ms. */
const CONNECT_TIMEOUT = 900;

/**
 * For requests between nodes. An abort signal does not interrupt undici while it connects, which takes ten seconds by
 * default when the other machine is cut off.
 */
export const nodeAgent = new Agent({ connect: { timeout: CONNECT_TIMEOUT } });

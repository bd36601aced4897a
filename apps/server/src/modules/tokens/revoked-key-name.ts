/** The name of a revoked key once its owner is erased; the key is kept for the calls made with it. */
export const REVOKED_KEY_NAME = 'Key of somebody who left';

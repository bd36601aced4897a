/** What a key is called once whose it was is forgotten: it stays, revoked, for the calls made with it. */
export const LEFT_KEY_NAME = 'Key of somebody who left';

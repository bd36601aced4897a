/** Keeps secrets unreadable in the database: AES-256-GCM with a key from outside of it. */
export interface Vault {
  /** `context` (the row's id) must be the same when it is opened: a sealed value cannot be moved. */
  seal(plain: string, context: string): Buffer;
  /** @throws when the key or the context is another one */
  open(sealed: Buffer, context: string): string;
}

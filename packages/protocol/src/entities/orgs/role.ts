/** What a private key or a signed-in user may do: read; change too; keys, people and secrets too. */
export const ROLES = ['viewer', 'editor', 'admin'] as const;
export type Role = (typeof ROLES)[number];

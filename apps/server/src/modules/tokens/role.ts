import { type Access, ROLES, type Role } from '@kindling/protocol';

/** Roles include those below them. */
export function includesRole(held: Role, needed: Role): boolean {
  return ROLES.indexOf(held) >= ROLES.indexOf(needed);
}

/** The role a private key or a user needs. */
export function neededRole(access: Exclude<Access, 'anyone'>): Role {
  return access === 'public' ? 'editor' : access;
}

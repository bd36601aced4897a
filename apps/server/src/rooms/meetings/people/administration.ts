import type { RoomMember } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';

/** Owners, and those who were given it. */
export function mayAdministerPeople({ owner, permissions: { canAdmin } }: RoomMember): boolean {
  return owner || canAdmin === true || (canAdmin !== false && canAdmin.includes('participants'));
}

/** @throws `not_allowed` for everybody else */
export function assertAdministrator(member: RoomMember): void {
  if (mayAdministerPeople(member)) return;
  throw new RoomError(
    'not_allowed',
    'Only owners, and those who may administer participants, can.',
  );
}

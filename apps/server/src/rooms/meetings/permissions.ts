import type { Permissions, RoomConfig, TokenConfig } from '@kindling/protocol/room';

/** What a schema made of an optional permission: absent and undefined are one. */
export type PermissionChanges = { readonly [K in keyof Permissions]?: Permissions[K] | undefined };

/** What a participant may do in a room; the token takes precedence over the room's settings. */
export function permissionsOf(
  config: RoomConfig,
  token: TokenConfig | null,
  owner: boolean,
): Permissions {
  let given: Permissions = {
    hasPresence: true,
    canSend: true,
    canReceive: { base: true },
    canAdmin: owner,
  };
  given = changePermissions(given, config.permissions ?? {});
  if (config.owner_only_broadcast === true && !owner) given = { ...given, canSend: false };
  given = changePermissions(given, token?.permissions ?? {});
  const sharesScreens = token?.enable_screenshare ?? config.enable_screenshare ?? true;
  return sharesScreens ? given : { ...given, canSend: withoutScreens(given.canSend) };
}

export function changePermissions(before: Permissions, changes: PermissionChanges): Permissions {
  return { ...before, ...namedPermissions(changes) };
}

/** Without those that are undefined, which would take a permission away. */
export function namedPermissions(changes: PermissionChanges): Partial<Permissions> {
  const { hasPresence, canSend, canReceive, canAdmin } = changes;
  return {
    ...(hasPresence === undefined ? {} : { hasPresence }),
    ...(canSend === undefined ? {} : { canSend }),
    ...(canReceive === undefined ? {} : { canReceive }),
    ...(canAdmin === undefined ? {} : { canAdmin }),
  };
}

const ALL_BUT_SCREENS: Exclude<Permissions['canSend'], boolean> = [
  'video',
  'audio',
  'customVideo',
  'customAudio',
];

function withoutScreens(canSend: Permissions['canSend']): Permissions['canSend'] {
  if (canSend === false) return false;
  const named = canSend === true ? ALL_BUT_SCREENS : canSend;
  return named.filter((name) => name !== 'screenVideo' && name !== 'screenAudio');
}

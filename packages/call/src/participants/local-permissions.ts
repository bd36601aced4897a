import type { CallContext } from '../core/call-context.ts';
import { type CanSend, type ParticipantPermissions, TRACK_KINDS } from './participant.ts';

/** Whether a track may be sent under this name. */
export function maySend(
  { canSend }: Pick<ParticipantPermissions, 'canSend'>,
  name: string,
  media: 'audio' | 'video',
): boolean {
  if (typeof canSend === 'boolean') return canSend;
  const standard = TRACK_KINDS.find((kind) => kind === name);
  const custom: CanSend = media === 'audio' ? 'customAudio' : 'customVideo';
  return canSend.has(standard ?? custom);
}

export interface LocalPermissionsOptions {
  readonly context: CallContext;
  permissions(): ParticipantPermissions;
  /** Stops sending a local track. */
  switchOff(name: string): void;
  onChanged(): void;
}

/** Applies what owners decided about the local participant: tracks to switch off, changed permissions. */
export function followOwners({
  context,
  permissions,
  switchOff,
  onChanged,
}: LocalPermissionsOptions) {
  const { hooks, tracks } = context;
  const dropForbidden = () => {
    for (const { name, media, on } of tracks.all()) {
      if (on && !maySend(permissions(), name, media)) switchOff(name);
    }
  };
  hooks.on('joined', dropForbidden);
  hooks.on('event', (event) => {
    if (event.type !== 'self-updated') return;
    for (const name of event.tracksOff ?? []) switchOff(name);
    dropForbidden();
    onChanged();
  });
}

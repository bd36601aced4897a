import type { Permissions } from '@kindling/protocol/room';

export type TrackMedia = 'audio' | 'video';

/** Fills in the defaults: everything is allowed, administration only to owners. */
export function resolvePermissions(given: Partial<Permissions> = {}, owner = false): Permissions {
  return {
    hasPresence: given.hasPresence ?? true,
    canSend: given.canSend ?? true,
    canReceive: given.canReceive ?? { base: true },
    canAdmin: given.canAdmin ?? owner,
  };
}

const STANDARD = ['audio', 'video', 'screenAudio', 'screenVideo'] as const;

function standardName(name: string): (typeof STANDARD)[number] | undefined {
  return STANDARD.find((known) => known === name);
}

export function maySend({ canSend }: Permissions, name: string, media: TrackMedia): boolean {
  if (typeof canSend === 'boolean') return canSend;
  const custom = media === 'audio' ? 'customAudio' : 'customVideo';
  return canSend.includes(standardName(name) ?? custom);
}

type ReceiveRule = Permissions['canReceive']['base'];

/** What a rule says about a track; undefined when it does not mention it. */
function readRule(
  rule: ReceiveRule | undefined,
  name: string,
  media: TrackMedia,
): boolean | undefined {
  if (rule === undefined || typeof rule === 'boolean') return rule;
  const standard = standardName(name);
  if (standard !== undefined) return rule[standard];
  const custom = media === 'audio' ? rule.customAudio : rule.customVideo;
  return custom?.[name] ?? custom?.['*'];
}

/** Whether a track may be received; the most specific rule that mentions it decides. */
export function mayReceive(
  { canReceive }: Permissions,
  sender: { readonly sessionId: string; readonly userId: string },
  track: { readonly name: string; readonly media: TrackMedia },
): boolean {
  const rules = [
    canReceive.byParticipantId?.[sender.sessionId],
    canReceive.byUserId?.[sender.userId],
    canReceive.base,
  ];
  for (const rule of rules) {
    const allowed = readRule(rule, track.name, track.media);
    if (allowed !== undefined) return allowed;
  }
  return true;
}

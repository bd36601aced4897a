import type { Participant, Participants } from '@kindling/call';

/** Others in the order they joined, the local participant last. Empty outside a call until a camera is open. */
export function listPeople(participants: Participants): readonly Participant[] {
  const came = (one: Participant) => one.joined_at?.getTime() ?? 0;
  const people = Object.values(participants);
  const others = people.filter((one) => !one.local).sort((a, b) => came(a) - came(b));
  const local = people.find((one) => one.local);
  return local === undefined ? others : [...others, local];
}

/** Participants who were there first are not announced. */
export function wasHereBefore(
  { joined_at: theirs }: Participant,
  { local: { joined_at: own } }: Participants,
): boolean {
  return theirs !== undefined && own !== undefined && theirs < own;
}

/** A fake participant: silent, without video. */
export function fakePerson(local: Participant, guest: string, number: number): Participant {
  const off = { subscribed: false, state: 'off' } as const;
  return {
    ...local,
    local: false,
    owner: false,
    audio: false,
    video: false,
    screen: false,
    session_id: `fake-${number}`,
    user_id: `fake-${number}`,
    user_name: `${guest} ${number}`,
    tracks: { audio: off, video: off, screenAudio: off, screenVideo: off },
  };
}

/** The name to show; guests have none. */
export function displayName(participant: Participant, guest: string): string {
  return participant.user_name.trim() || guest;
}

/** Initials: one or two letters. */
export function initials(name: string): string {
  const strings = name.trim().split(/\s+/).filter(Boolean);
  const letters = strings.length > 1 ? [strings[0], strings.at(-1)] : [strings[0]];
  return letters.map((text) => [...(text ?? '')][0]?.toLocaleUpperCase() ?? '').join('');
}

/** A stable colour tone for each name. */
export function toneOf(name: string, tones: number): number {
  let sum = 17;
  for (const letter of name) sum = (sum * 131 + (letter.codePointAt(0) ?? 0)) % 100_003;
  return sum % tones;
}

/** Whether a participant may admit, mute and remove others. */
export function mayAdminister({ owner, permissions }: Participant): boolean {
  const { canAdmin } = permissions;
  return (
    owner || canAdmin === true || (typeof canAdmin === 'object' && canAdmin.has('participants'))
  );
}

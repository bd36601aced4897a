/** Where nobody speaks, LiveKit sends a packet or two every 400 ms; those of a voice follow each other. */
const GAP = 100;
const LEAST = 4;

/**
 * Tells packets of a voice from those that keep a stream alive. Gives the times of all that turn out to be of a voice, in
 * order: the first of them with the fourth.
 */
export function createVoicePackets(): (time: number) => readonly number[] {
  let first: number[] = [];
  let last = Number.NEGATIVE_INFINITY;
  return (time) => {
    if (time - last > GAP) first = [];
    last = time;
    if (first.length === LEAST) return [time];
    first.push(time);
    return first.length === LEAST ? first : [];
  };
}

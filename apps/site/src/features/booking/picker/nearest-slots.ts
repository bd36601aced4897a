import type { Slot } from '@kindling/protocol/scheduling';

/** Up to `count` of the slots nearest to a moment, in order of time. */
export function nearestSlots(slots: Iterable<Slot>, moment: string, count: number): Slot[] {
  const centre = Date.parse(moment);
  const distance = ({ startsAt }: Slot) => Math.abs(Date.parse(startsAt) - centre);
  return [...slots]
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, count)
    .sort((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt));
}

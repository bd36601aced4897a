import { expect, it, vi } from 'vitest';
import { createFakeCall } from '../testing/fake-call.ts';
import { fakeParticipant } from '../testing/fake-people.ts';
import { followArrivals } from './follow-arrivals.ts';
import { initialState } from './page-state.ts';
import { createStore } from './store.ts';

const EARLIER = new Date(1_600_000_000_000);
const LATER = new Date(1_800_000_000_000);

function open(arrivalSound: boolean | number) {
  const others = [fakeParticipant('Mira'), fakeParticipant('Tom')];
  const call = createFakeCall({ others });
  const store = createStore({ ...initialState, stage: { name: 'call' } as const, arrivalSound });
  const play = vi.fn();
  const stop = followArrivals(call, store, play);
  const arrive = (joined_at: Date) =>
    call.emit('participant-joined', { participant: { ...fakeParticipant('Tom'), joined_at } });
  return { arrive, play, stop };
}

it.each([
  [true, 1],
  [false, 0],
  [3, 1],
  [2, 0],
])('with the sound set to %s, the third to come is heard %s times', (sound, times) => {
  const page = open(sound);
  page.arrive(LATER);
  expect(page.play).toHaveBeenCalledTimes(times);
});

it('is silent about who was here before, and once stopped', () => {
  const page = open(true);
  page.arrive(EARLIER);
  page.stop();
  page.arrive(LATER);
  expect(page.play).not.toHaveBeenCalled();
});

import { describe, expect, it } from 'vitest';
import { createCallScope } from '../scope/call-scope.ts';
import { createVirtualClock } from '../testing/virtual-clock.ts';
import { createBargeIn } from './barge-in.ts';

const STEP = 32;

/** Speech over the assistant, of which each glance hears the next of these; what is done to the assistant. */
async function overlap(glances: readonly string[], speech: number, isBusy = false) {
  const done: string[] = [];
  let asked = 0;
  const floor = {
    busy: true,
    interruptible: true,
    audible: true,
    remaining: Number.POSITIVE_INFINITY,
    duck: () => done.push('duck'),
    pause: () => done.push('pause'),
    release: () => done.push('release'),
    cut: () => done.push('cut'),
  };
  const bargeIn = createBargeIn({
    scope: createCallScope(createVirtualClock(0)),
    floor,
    interruptionWords: () => 1,
    plan: () => undefined,
    goesOn: () => false,
    probe: async () => glances[Math.min(asked++, glances.length - 1)] ?? '',
    isBusy: () => isBusy,
  });
  for (let heard = STEP; heard <= speech; heard += STEP) {
    bargeIn.handleSpeech(heard);
    await Promise.resolve();
    await Promise.resolve();
  }
  return done;
}

describe('glances at speech over the assistant (TURN-21)', () => {
  it('pause it at the first word of substance', async () => {
    expect(await overlap(['Can', 'Can you'], 300)).toEqual(['duck', 'pause']);
  });

  it('come later where the machine has much to do', async () => {
    expect(await overlap(['Can you'], 160, true)).toEqual(['duck']);
    expect(await overlap(['Can you'], 192, true)).toEqual(['duck', 'pause']);
  });

  it('let it go on when the word turns out to be a backchannel', async () => {
    expect(await overlap(['No.', 'No.', 'Oh,'], 400)).toEqual(['duck', 'pause', 'release', 'duck']);
  });

  it('take nothing back for what only sounds like a backchannel', async () => {
    expect(await overlap(['No.', 'And all.'], 400)).toEqual(['duck', 'pause']);
  });

  it('do not pause it for a long backchannel', async () => {
    const long = ['Oh.', 'Oh.', 'Oh, wow.'];
    expect(await overlap(long, 780)).toEqual(['duck']);
    expect(await overlap(long, 930)).toEqual(['duck', 'pause']);
    expect(await overlap(['Oh.', ''], 700)).toEqual(['duck', 'pause']);
  });
});

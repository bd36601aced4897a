import { describe, expect, it } from 'vitest';
import { createConversationKit } from '../testing/conversation-kit.ts';
import { createCallerPace } from './caller-pace.ts';

/** A turn of ten words. */
const spoken = (wordsAMinute: number, goesOn = false) => ({
  text: 'one two three four five six seven eight nine ten',
  startedAt: 5_000,
  lastVoicedAt: 5_000 + 600_000 / wordsAMinute,
  goesOn,
});

describe('the pace of a caller', () => {
  it.each([
    [180, 1],
    [140, 1],
    [117, 1.2],
    [60, 1.3],
  ])('TURN-11b: %d words a minute are waited for %d times as long', (words, factor) => {
    expect(createCallerPace().factorFor(spoken(words))).toBeCloseTo(factor, 1);
  });

  it('TURN-11b: a few words say nothing of the pace, those before them do', () => {
    const pace = createCallerPace();
    const few = { text: 'well yes', startedAt: 0, lastVoicedAt: 4_000 };
    expect(pace.factorFor(few)).toBe(1);
    pace.handleEnd(spoken(100));
    expect(pace.factorFor(few)).toBe(1.3);
  });

  it('TURN-11c: who was cut off is waited for longer, less and less when that proves needless', () => {
    const pace = createCallerPace();
    const turn = spoken(150);
    pace.handleEnd(turn);
    expect(pace.factorFor(turn)).toBe(1);
    pace.handleRest(turn);
    const careful = pace.factorFor(turn);
    expect(careful).toBeGreaterThan(1.3);
    pace.handleEnd({ ...turn, goesOn: true });
    expect(pace.factorFor(turn)).toBe(careful);
    const later = Array.from({ length: 10 }, () => {
      pace.handleEnd(turn);
      return pace.factorFor(turn);
    });
    expect(later).toEqual(later.toSorted((a, b) => b - a));
    expect(later.at(-1)).toBeLessThan(1.05);
  });

  it('TURN-11c: there is an end to it', () => {
    const pace = createCallerPace();
    for (let startedAt = 0; startedAt < 20; startedAt += 1) pace.handleRest({ startedAt });
    expect(pace.factorFor(spoken(60))).toBe(2);
  });

  it('TURN-11c: a call in which the caller was cut off waits longer from then on', async () => {
    const kit = createConversationKit({ reply: () => 'A long answer about all of it for you.' });
    kit.conversation.start();
    const waits = async (text: string) => {
      await kit.say(text);
      const spokenAt = kit.lastSpokenAt;
      const before = kit.finals('user').length;
      await kit.until(() => kit.finals('user').length > before);
      return kit.clock.now() - spokenAt;
    };
    const first = await waits('Can I see the mood.');
    await kit.run(300);
    const rest = await waits('Tracker work in schools?');
    await kit.run(9_000);
    const next = await waits('Can I see the mood.');
    expect(rest).toBeGreaterThan(0);
    expect(next).toBeGreaterThan(first * 1.25);
  });
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createConversationKit } from '../testing/conversation-kit.ts';

/** What may happen next, and how long it takes. */
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('say'), words: fc.integer({ min: 1, max: 5 }) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('wait'), ms: fc.integer({ min: 20, max: 2_500 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('mm-hmm') }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('noise'), ms: fc.integer({ min: 60, max: 900 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('type') }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('page-says'),
      fixed: fc.boolean(),
      cuts: fc.boolean(),
    }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const speed = fc.record({
  transcriber: fc.integer({ min: 0, max: 700 }),
  model: fc.integer({ min: 0, max: 900 }),
  voice: fc.integer({ min: 0, max: 500 }),
  voiceSampleRate: fc.constantFrom(16_000, 16_000, 8_000),
});

/** Holds the conversation; every word on either side is said once only, so that it can be traced. */
async function converse(
  steps: readonly Step[],
  script: { transcriber: number; model: number; voice: number },
) {
  let count = 0;
  const words = (prefix: string, many: number) =>
    Array.from({ length: many }, () => `${prefix}${++count}`).join(' ');
  const reply = () => `${words('a', 5)}. ${words('a', 9)}. ${words('a', 3)}.`;
  const kit = createConversationKit({ settings: { firstMessage: `${words('a', 8)}.` }, reply });
  Object.entries(script).forEach(([name, latency]) => {
    if (name === 'transcriber' || name === 'model' || name === 'voice') {
      kit.scripts[name].latency = latency;
    }
  });
  kit.conversation.start();
  for (const next of steps) {
    if ('words' in next) await kit.say(`${words('u', next.words)}.`);
    else if ('fixed' in next) {
      kit.conversation.handleMessage({
        type: 'say',
        message: `${words('a', 7)}.`,
        interruptionsEnabled: !next.fixed,
        interruptAssistantEnabled: next.cuts,
      });
    } else if (next.kind === 'mm-hmm') await kit.say('mm-hmm');
    else if (next.kind === 'noise' && 'ms' in next) await kit.rustle(next.ms);
    else if (next.kind === 'type') {
      kit.conversation.handleMessage({
        type: 'add-message',
        message: { role: 'user', content: `${words('u', 3)}.` },
      });
    } else if ('ms' in next) await kit.run(next.ms);
  }
  return { kit, report: await kit.end() };
}

const assistantWords = (text: string) => text.match(/\ba\d+\b/g) ?? [];

describe('memory', () => {
  it('TURN-30: holds what was played and not withdrawn, nothing else, in the order it was heard', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 14 }),
        speed,
        async (steps, script) => {
          const { kit, report } = await converse(steps, script);
          const played = kit.playedWords().flatMap(assistantWords);
          const remembered = report.messages
            .filter(({ role }) => role === 'bot')
            .flatMap(({ message }) => assistantWords(message));
          // No word that was not played, none twice, and in the order played.
          expect(played.filter((word) => remembered.includes(word))).toEqual(remembered);
          // At most the word a cut went through is missing, and what was withdrawn (TURN-36).
          const page = new Map<string, string>();
          let withdrawn = 0;
          for (const line of kit.of('transcript')) {
            if (line.role !== 'assistant' || line.transcriptType !== 'final') continue;
            const before = page.get(line.utteranceId) ?? '';
            if (line.transcript === '') withdrawn += assistantWords(before).length;
            page.set(line.utteranceId, line.transcript);
          }
          const cuts = report.messages.filter(({ interrupted }) => interrupted).length;
          const lost = played.length - remembered.length - withdrawn;
          expect(lost).toBeLessThanOrEqual(
            cuts + kit.of('transcript').filter((line) => line.interrupted).length,
          );
          const times = report.messages.map(({ time }) => time);
          expect(times).toEqual(times.toSorted((a, b) => a - b));
          for (const { time, endTime } of report.messages)
            expect(endTime).toBeGreaterThanOrEqual(time);
          // The model was never shown more than had been played, and the person's turn came last.
          for (const { messages } of kit.model.asked) {
            const shown = messages
              .filter(({ role }) => role === 'assistant')
              .flatMap(({ content }) => assistantWords(content));
            expect(played.filter((word) => shown.includes(word))).toEqual(shown);
            expect(messages.at(-1)?.role).toBe('user');
          }
          // The page was sent the same as the memory holds.
          expect([...page.values()].flatMap(assistantWords)).toEqual(remembered);
          expect(kit.clock.pending).toBe(0);
          expect(kit.reports).toHaveLength(1);
        },
      ),
      { numRuns: 60, seed: 20_261_121 },
    );
  }, 60_000);
});

import type { Caller } from '../../tests/support/calls/caller.ts';
import { encodeSpeech } from '../../tests/support/calls/native-microphone.ts';
import { speak } from '../../tests/support/sound/microphone.ts';

/** How often each caller asks, ms. */
const EVERY = 12_000;

const questions = await Promise.all(
  [
    'What is Kindling?',
    'How does the mood tracker work?',
    'Is it safe for students?',
    'How much does it cost?',
    'Do you train teachers?',
  ].map((text) => encodeSpeech(speak(text))),
);

/**
 * Callers ask one question after another for so many seconds, out of step. Answers the delay of each answer, last packet
 * of speech to first packet of the answer at the caller, ms; infinite where none came.
 */
export async function askQuestions(
  callers: readonly Caller[],
  seconds: number,
): Promise<readonly number[]> {
  const delays = await Promise.all(
    callers.map((caller, index) =>
      converse(caller, { index, seconds, after: (index * EVERY) / callers.length }),
    ),
  );
  return delays.flat();
}

async function converse(
  caller: Caller,
  { index, seconds, after }: { readonly index: number; seconds: number; after: number },
): Promise<number[]> {
  const delays: number[] = [];
  await pause(after);
  const end = performance.now() + seconds * 1000;
  for (let turn = index; performance.now() < end; turn += 1) {
    const frames = questions[turn % questions.length] ?? [];
    const spoken = await caller.talk(frames);
    await pause(EVERY - frames.length * 20);
    const first = caller.packetTimes.find((time) => time > spoken);
    delays.push(first === undefined ? Number.POSITIVE_INFINITY : first - spoken);
  }
  return delays;
}

export function pause(duration: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, duration));
}

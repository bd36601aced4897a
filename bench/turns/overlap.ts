import type { Sound } from '../support/sound.ts';
import { median, printTable } from '../support/table.ts';
import { echo, type Room, SPEAKERS, say, silence } from './sounds.ts';
import { startVirtualCall, type VirtualCallOptions } from './virtual-call.ts';

type Agent = Pick<VirtualCallOptions, 'engines' | 'model'>;

/** Some twenty seconds, without a pause that could be taken for silence. */
export const LONG_MESSAGE =
  `Kindling is a learning platform that was made for schools, and I would like to tell you
  about all the parts of it, beginning with the tutor that helps students to think for themselves and never simply hands
  them the answer, and going on with the tools for teachers who want to plan a lesson, write a letter to a family, or
  look at the work of a whole class without spending the evening on it.`.replace(/\s+/g, ' ');
/** The assistant has spoken for so long when somebody speaks over it, ms. */
const SPOKEN = 3_000;
/** What follows is listened to for so long, ms. */
const AFTER = 4_000;
/** A hole longer than that is a hesitation of the assistant, ms. */
const HESITATION = 250;
/** A hole so long is the end, ms. */
const SILENCE = 350;
/** An interruption should silence the assistant within that, ms. */
const SOON = 300;

const BACKCHANNELS = [
  'Mm-hmm.',
  'Yeah.',
  'I see.',
  'Okay.',
  'Right.',
  'Uh-huh.',
  'Sure.',
  'Oh wow.',
  'Got it.',
];
const INTERRUPTIONS = [
  'Wait, what does it cost?',
  'Stop.',
  'How much does it cost?',
  'Hold on a second.',
  'No, I mean for parents.',
  'Excuse me, can I ask something?',
  'Is it safe for students?',
  'Actually, I have a question about teachers.',
  'Can you tell me about the price?',
  'What about my own school?',
  'Sorry, who are you?',
];

interface Overlap {
  /** Longest hole in what the assistant played, ms. */
  readonly hole: number;
  /** Longest time in which it was 20 dB below its level or more, ms. */
  readonly inaudible: number;
  /** Loudness while it was spoken over, of that before, 0 to 1. */
  readonly softness: number;
  /** From the first sample of the speech until the assistant was silent for good, ms; null: it went on. */
  readonly stopped: number | null;
  /** The same until it was for good 20 dB below its level or more. */
  readonly hushed: number | null;
  readonly turns: number;
}

async function speakOver(agent: Agent, sound: Sound, room?: Room): Promise<Overlap> {
  const call = startVirtualCall({
    ...agent,
    firstMessage: LONG_MESSAGE,
    ...(room === undefined ? {} : { room }),
  });
  await call.hear(silence(SPOKEN));
  const start = call.now;
  await call.hear(sound);
  const end = call.now;
  await call.hear(silence(AFTER));
  const heard = call.heard.subarray(start * 16, (end + AFTER) * 16);
  const before = loudness(call.heard.subarray((start - 1_000) * 16, start * 16));
  const { messages } = await call.end();
  return {
    hole: longestHole(heard, SILENT),
    inaudible: longestHole(heard, before * INAUDIBLE),
    softness: loudness(call.heard.subarray(start * 16, end * 16)) / before,
    stopped: stopOf(heard, SILENT),
    hushed: stopOf(heard, before * INAUDIBLE),
    turns: messages.filter(({ role }) => role === 'user').length,
  };
}

const FRAME = 320;

function frames(sound: Sound): Sound[] {
  return Array.from({ length: Math.floor(sound.length / FRAME) }, (_, index) =>
    sound.subarray(index * FRAME, (index + 1) * FRAME),
  );
}

/** Root mean square of 20 ms. */
const SILENT = 0.0005;
/** Of the level before it was spoken over. */
const INAUDIBLE = 0.1;

function longestHole(sound: Sound, audible: number): number {
  let [longest, hole] = [0, 0];
  for (const frame of frames(sound)) {
    hole = loudness(frame) < audible ? hole + 20 : 0;
    longest = Math.max(longest, hole);
  }
  return longest;
}

/** Silent from here until an answer at the earliest, which takes longer than any hesitation. */
function stopOf(sound: Sound, audible: number): number | null {
  let hole = 0;
  for (const [index, frame] of frames(sound).entries()) {
    hole = loudness(frame) < audible ? hole + 20 : 0;
    if (hole >= SILENCE) return index * 20 + 20 - hole;
  }
  return null;
}

function loudness(sound: Sound): number {
  return Math.sqrt(sound.reduce((sum, sample) => sum + sample * sample, 0) / sound.length);
}

async function overAll(agent: Agent, texts: readonly string[], room?: Room) {
  const overlaps: (Overlap & { readonly text: string })[] = [];
  for (const [index, text] of texts.entries()) {
    const speaker = SPEAKERS[index % SPEAKERS.length];
    if (speaker !== undefined)
      overlaps.push({ text, ...(await speakOver(agent, say(text, speaker), room)) });
  }
  return overlaps;
}

export async function measureBackchannels(agent: Agent): Promise<void> {
  const undisturbed = await speakOver(agent, silence(500));
  const overlaps = await overAll(agent, BACKCHANNELS);
  const count = (of: (overlap: Overlap) => boolean) => overlaps.filter(of).length;
  console.log(
    `\nBackchannels over the assistant (undisturbed, its longest hole is ${undisturbed.hole} ms)\n`,
  );
  printTable(
    ['backchannel', 'hole, ms', 'below -20 dB, ms', 'softness', 'turns'],
    overlaps.map(({ text, hole, inaudible, softness, turns }) => [
      text,
      hole,
      inaudible,
      softness.toFixed(2),
      turns,
    ]),
  );
  console.log(
    `\nmade it hesitate: ${count(({ hole }) => hole > Math.max(HESITATION, undisturbed.hole))}; below -20 dB for as long: ${count(({ inaudible }) => inaudible > Math.max(HESITATION, undisturbed.inaudible))}; became a turn: ${count(({ turns }) => turns > 0)}; of ${overlaps.length}`,
  );
}

export async function measureInterruptions(agent: Agent): Promise<void> {
  const inQuiet = await overAll(agent, INTERRUPTIONS);
  const overEcho = await overAll(agent, INTERRUPTIONS, echo(-20, 120));
  console.log('\nInterruptions: from their first sample until the assistant is silent\n');
  printTable(
    ['interruption', 'silent after, ms', '-20 dB', 'turns', 'over its echo', '-20 dB', 'turns'],
    inQuiet.map(({ text, stopped, hushed, turns }, index) => [
      text,
      stopped ?? 'never',
      hushed ?? 'never',
      turns,
      overEcho[index]?.stopped ?? 'never',
      overEcho[index]?.hushed ?? 'never',
      overEcho[index]?.turns ?? 0,
    ]),
  );
  for (const [name, overlaps] of [
    ['in quiet', inQuiet],
    ['over its echo', overEcho],
  ] as const) {
    const heard = overlaps.filter(({ turns }) => turns > 0).length;
    console.log(`\n${name}: heard ${heard} of ${overlaps.length}`);
    for (const [how, stops] of [
      ['silent', overlaps.flatMap(({ stopped }) => stopped ?? [])],
      ['below -20 dB', overlaps.flatMap(({ hushed }) => hushed ?? [])],
    ] as const)
      console.log(
        `${how} within ${SOON} ms: ${stops.filter((stop) => stop <= SOON).length}; median ${median(stops)} ms, most ${Math.max(...stops)}`,
      );
  }
}

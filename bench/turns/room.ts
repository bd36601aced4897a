import type { Sound } from '../support/sound.ts';
import { printTable } from '../support/table.ts';
import { LONG_MESSAGE } from './overlap.ts';
import {
  atLevel,
  babble,
  echo,
  type Room,
  recordings,
  SPEAKERS,
  type Speaker,
  say,
  silence,
} from './sounds.ts';
import { startVirtualCall, type VirtualCallOptions } from './virtual-call.ts';

type Agent = Pick<VirtualCallOptions, 'engines' | 'model'>;

const DURATION = 26_000;
const SAMPLES_PER_MS = 16;
/** Rooms with nothing but the assistant's own voice. */
const ECHOES = 6;
const TICK = 20 * SAMPLES_PER_MS;

const playing =
  (sound: Sound): Room =>
  (at) => {
    const from = (at * SAMPLES_PER_MS) % Math.max(1, sound.length - TICK);
    return sound.subarray(from, from + TICK);
  };

/** Once with a long message, which nothing in the room should stop, and then in silence. */
async function stay(agent: Agent, room: Room) {
  const undisturbed = await lengthOf(agent);
  const call = startVirtualCall({ ...agent, firstMessage: LONG_MESSAGE, room });
  await call.hear(silence(DURATION));
  const { messages } = await call.end();
  const said = messages.find(({ role }) => role === 'bot');
  const turns = messages.filter(({ role }) => role === 'user');
  const late = soundUntil(call.heard) - undisturbed;
  const isCut = said !== undefined && 'interrupted' in said && said.interrupted === true;
  return {
    cut: isCut,
    late,
    turns: turns.map((turn) => ('message' in turn ? turn.message : '')),
  };
}

const GREETING = 'Hello, I am the guide. What would you like to know?';
const QUESTION = 'What does it cost for a small school?';

/** A call in which the caller asks one question: what is answered besides, and whether the answer is cut. */
async function askIn(agent: Agent, room: Room, speaker: Speaker) {
  const call = startVirtualCall({ ...agent, firstMessage: GREETING, room });
  await call.hear(silence(5_000));
  await call.hear(say(QUESTION, speaker));
  await call.hear(silence(15_000));
  const { messages } = await call.end();
  const isCut = (message: (typeof messages)[number]) =>
    'interrupted' in message && message.interrupted === true;
  return {
    cut: messages.some(isCut),
    turns: messages.flatMap((message) =>
      message.role === 'user' && 'message' in message ? message.message : [],
    ),
  };
}

let undisturbedLength: number | undefined;
async function lengthOf(agent: Agent): Promise<number> {
  if (undisturbedLength !== undefined) return undisturbedLength;
  const call = startVirtualCall({ ...agent, firstMessage: LONG_MESSAGE });
  await call.hear(silence(DURATION));
  await call.end();
  undisturbedLength = soundUntil(call.heard);
  return undisturbedLength;
}

const soundUntil = (heard: Sound) =>
  heard.findLastIndex((sample) => Math.abs(sample) > 0.002) / SAMPLES_PER_MS;

async function measureQuestions(
  agent: Agent,
  rooms: readonly (readonly [string, Room])[],
  speaker: Speaker,
): Promise<void> {
  const rows: (string | number)[][] = [];
  for (const [name, room] of rooms) {
    const { cut, turns } = await askIn(agent, room, speaker);
    rows.push([name, cut ? 'yes' : 'no', turns.length, turns.join(' / ').slice(0, 90)]);
  }
  console.log(`\nThe same rooms, and a caller who asks one question (“${QUESTION}”)\n`);
  printTable(['', 'cut', 'turns', ''], rows);
}

export async function measureRoom(agent: Agent): Promise<void> {
  const people = recordings.map(({ pcm }) => pcm);
  const [speaker] = SPEAKERS;
  const news =
    speaker === undefined
      ? silence(100)
      : say(
          'And now the weather for tomorrow. It will be cold in the north, with some rain in the afternoon, and the wind will turn to the west. Back to you in the studio.',
          speaker,
        );
  const rooms: [string, Room][] = [
    ...[-12, -20, -30].flatMap((level) =>
      [60, 250].map((delay): [string, Room] => [
        `own echo, ${level} dB, ${delay} ms later`,
        echo(level, delay),
      ]),
    ),
    ...[-30, -40, -50].map((level): [string, Room] => [
      `television, ${level} dBFS`,
      playing(atLevel(news, level)),
    ]),
    ...(people.length === 0
      ? []
      : [-30, -40].map((level): [string, Room] => [
          `babble, ${level} dBFS`,
          playing(atLevel(babble(people, 20_000), level)),
        ])),
  ];
  const rows: (string | number)[][] = [];
  for (const [name, room] of rooms) {
    const { cut, late, turns } = await stay(agent, room);
    rows.push([name, cut ? 'yes' : 'no', late, turns.length, turns.join(' / ').slice(0, 60)]);
  }
  console.log('\nA room that is not quiet: nobody speaks to the assistant\n');
  printTable(['', 'cut', 'held up, ms', 'turns', ''], rows);
  const caller = SPEAKERS[1];
  if (caller !== undefined) await measureQuestions(agent, rooms.slice(ECHOES), caller);
}

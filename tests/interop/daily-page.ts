import Daily from '@daily-co/daily-js';
import { CallObject, createCallObject, isCallError } from '@kindling/call';
import { fakeEngines } from '../../packages/call/src/testing/fake-engine.ts';
import { VirtualClock } from '../../packages/call/src/testing/virtual-clock.ts';
import type { Outcome, ValidationCase } from './daily-case.ts';

/** What cannot cross from the test to the page goes as `{$: name}`. */
const TOKENS: Readonly<Record<string, () => unknown>> = {
  audioTrack: () => new AudioContext().createMediaStreamDestination().stream.getAudioTracks()[0],
  videoTrack: () => document.createElement('canvas').captureStream().getVideoTracks()[0],
  function: () => () => {},
  circular: () => {
    const ring: { self?: unknown } = {};
    ring.self = ring;
    return ring;
  },
  set: () => new Set(['audio']),
  bytes: () => new ArrayBuffer(8),
  instance: () => new Date(0),
};

/** Milliseconds. The published one decides at once or waits for code that never comes; ours loads some. */
const PUBLISHED_PATIENCE = 400;
const OUR_PATIENCE = 5_000;

type Callable = Record<string, ((...args: unknown[]) => unknown) | undefined>;

/** A new value each time: the published library changes what it is given. */
function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== 'object' || value === null) return value;
  if ('$' in value) return TOKENS[String(value.$)]?.();
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, decode(one)]));
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

/** Refused when it throws or rejects soon; what never answers was accepted. */
async function outcomeOf(
  run: () => unknown,
  patience: number,
  isRefusal: (error: unknown) => boolean = () => true,
): Promise<Outcome> {
  const judge = (error: unknown): Outcome =>
    isRefusal(error)
      ? { accepted: false, message: messageOf(error) }
      : { accepted: true, message: messageOf(error) };
  const late = new Promise<Outcome>((resolve) => {
    setTimeout(() => resolve({ accepted: true, message: '' }), patience);
  });
  try {
    const answer = Promise.resolve(run()).then((): Outcome => ({ accepted: true, message: '' }));
    return await Promise.race([answer.catch(judge), late]);
  } catch (error) {
    return judge(error);
  }
}

/** Misuse; what fails while being done was accepted. Any other error is one of ours to mend. */
const MISUSE = [
  'invalid-property',
  'before-join',
  'after-join',
  'not-available',
  'message-too-large',
  'after-destroy',
];
const isMisuse = (error: unknown) => (isCallError(error) ? MISUSE.includes(error.code) : true);

function createOurs(): CallObject {
  return new CallObject(
    { allowMultipleCallInstances: true },
    {
      clock: new VirtualClock(),
      importEngine: fakeEngines().importEngine,
      mediaDevices: () => undefined,
      onPageHide: () => () => {},
    },
  );
}

const call = (object: unknown, method: string, args: readonly unknown[]) => () => {
  const run = (object as Callable)[method];
  if (run === undefined) throw new Error(`no method ${method}`);
  return run.apply(object, args.map(decode));
};

async function constructed(
  create: (options: never) => { destroy(): Promise<unknown> },
  options: unknown,
): Promise<Outcome> {
  try {
    // The published one keeps what it refused among its instances, so one is never enough.
    const all = { ...(options as object), allowMultipleCallInstances: true };
    await create(all as never).destroy();
    return { accepted: true, message: '' };
  } catch (error) {
    return { accepted: false, message: messageOf(error) };
  }
}

/** Where the published object is and ours, for all cases of one moment. */
async function withCalls<T>(
  moment: 'new' | 'joined' | 'destroyed',
  work: (published: unknown, ours: CallObject) => Promise<T>,
): Promise<T> {
  const published = Daily.createCallObject({ allowMultipleCallInstances: true });
  const ours = createOurs();
  if (moment === 'joined') {
    // No other participant answers, but its arguments are checked as in a room.
    Object.assign(published, { _callState: 'joined-meeting', _callMachineInitialized: true });
    await ours.join({ url: `${location.origin}/room/a` });
  }
  if (moment === 'destroyed') await Promise.all([published.destroy(), ours.destroy()]);
  try {
    return await work(published, ours);
  } finally {
    Object.assign(published, { _callState: 'new' });
    if (moment !== 'destroyed') await Promise.all([published.destroy(), ours.destroy()]);
  }
}

async function runMoment(
  moment: 'new' | 'joined' | 'destroyed',
  cases: readonly ValidationCase[],
): Promise<readonly (readonly [Outcome, Outcome])[]> {
  return withCalls(moment, (published, ours) =>
    Promise.all(
      cases.map(({ method, args }) =>
        Promise.all([
          outcomeOf(call(published, method, args), PUBLISHED_PATIENCE),
          outcomeOf(call(ours, method, args), OUR_PATIENCE, isMisuse),
        ]),
      ),
    ),
  );
}

/** Every case with both libraries: the published outcome first. */
export async function runCases(
  cases: readonly ValidationCase[],
): Promise<readonly (readonly [Outcome, Outcome])[]> {
  const outcomes = new Map<ValidationCase, readonly [Outcome, Outcome]>();
  for (const one of cases.filter(({ moment }) => moment === 'create')) {
    outcomes.set(one, [
      await constructed(Daily.createCallObject, decode(one.args[0])),
      await constructed(createCallObject, decode(one.args[0])),
    ]);
  }
  for (const moment of ['new', 'joined', 'destroyed'] as const) {
    const here = cases.filter((one) => one.moment === moment);
    const results = await runMoment(moment, here);
    results.forEach((result, index) => {
      const one = here[index];
      if (one !== undefined) outcomes.set(one, result);
    });
  }
  return cases.map((one) => {
    const outcome = outcomes.get(one);
    if (outcome === undefined) throw new Error(`not run: ${one.method}`);
    return outcome;
  });
}

Object.assign(globalThis, { runCases });

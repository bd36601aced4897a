import type { WebCall } from '@kindling/protocol';
import { type CallTarget, requestCall } from '../../packages/assistant/src/call/call-request.ts';
import { encodeSpeech } from '../../tests/support/calls/native-microphone.ts';
import { joinAsPage, type PageCaller } from '../../tests/support/calls/page-caller.ts';
import { speak } from '../../tests/support/sound/microphone.ts';
import type { BenchCluster } from '../support/cluster.ts';

export const STORY_WISH = await encodeSpeech(speak('Please tell me a story.'));
const NAME_QUESTION = await encodeSpeech(speak('What is my name?'));
export const NAME = 'Ada';

/** A call of the bench, and what its caller did in it. */
export interface Talk {
  readonly callId: string;
  readonly caller: PageCaller;
  /** What was typed, in order. */
  readonly typed: readonly string[];
  type(text: string): void;
  /** Resolves when the assistant has said this to its end, since `after`; false: not in time. */
  untilSaid(words: RegExp, options?: { after?: number; within?: number }): Promise<boolean>;
  /** Resolves when something of the agent's voice came after this time; false: not in time. */
  untilVoice(after: number, within?: number): Promise<boolean>;
  /** Resolves when the agent says nothing. */
  untilQuiet(): Promise<void>;
  /** Says by voice: what is my name? */
  askForName(): Promise<number>;
}

export type Created = Pick<WebCall, 'id' | 'webCallUrl'>;

const POLL = 20;
/** Longer than the pauses between two sentences, ms. */
const QUIET = 2_500;

/** @throws as the page would see it */
export async function createCall(cluster: BenchCluster, target: CallTarget): Promise<Created> {
  return requestCall(target, {
    token: cluster.privateKey,
    baseUrl: cluster.proxy.url,
    signal: new AbortController().signal,
  });
}

export async function startTalk(cluster: BenchCluster, target: CallTarget): Promise<Talk> {
  return joinTalk(await createCall(cluster, target));
}

/** @throws as the page would see it */
export async function joinTalk(created: Created): Promise<Talk> {
  const caller = await joinAsPage(created);
  const typed: string[] = [];
  const finals = () =>
    caller.messages.filter(
      ({ what }) =>
        what.type === 'transcript' &&
        what.role === 'assistant' &&
        what.transcriptType === 'final' &&
        what.transcript !== '',
    );
  return {
    ...{ callId: created.id, caller, typed },
    type(text) {
      typed.push(text);
      caller.type(text);
    },
    untilSaid: (words, { after = 0, within = 20_000 } = {}) =>
      until(within, () =>
        finals().some(({ at, what }) => at > after && words.test(String(what.transcript))),
      ),
    untilVoice: (after, within = 15_000) =>
      until(within, () => caller.packets.some(({ at }) => at > after)),
    async untilQuiet() {
      await until(30_000, () => performance.now() - (caller.packets.at(-1)?.at ?? 0) > QUIET);
    },
    askForName: () => caller.talk(NAME_QUESTION),
  };
}

export async function until(within: number, condition: () => boolean): Promise<boolean> {
  for (const deadline = performance.now() + within; performance.now() < deadline; ) {
    if (condition()) return true;
    await pause(POLL);
  }
  return condition();
}

export const pause = (duration: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, duration));

/** The assistant has greeted, and knows the caller's name. */
export async function introduce(talk: Talk): Promise<void> {
  await talk.untilSaid(/remember your name/);
  await sayName(talk);
}

export async function sayName(talk: Talk): Promise<void> {
  const after = performance.now();
  talk.type(`My name is ${NAME}.`);
  await talk.untilSaid(/good to meet you/, { after });
}

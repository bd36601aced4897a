import type { LocalEngines } from '@kindling/conversation';
import { createWorkQueue } from '../../packages/conversation/src/engines/work-queue.ts';
import type { Model, ModelMessage } from '../../packages/conversation/src/generation/model.ts';
import type { Engines } from '../../packages/conversation/src/session/port.ts';
import type { VirtualClock } from '../../packages/conversation/src/testing/virtual-clock.ts';

/** What the work takes on two quiet cores, ms (`node bench/engines/run.ts`): every run is alike, on any machine. */
const COST = {
  transcribe: (seconds: number) => 10 + 20 * seconds,
  /** The same sound in two other forms side by side. */
  transcribeOtherwise: (seconds: number) => 10 + 30 * seconds,
  model: 10,
  voice: 40,
  judge: (seconds: number) => 80 + 45 * seconds,
  hearAgain: (seconds: number) => 20 + 65 * seconds,
} as const;

/** What is aborted stops within this time, ms. */
const LAST_STEP = 20;
/** Transcriptions at once. */
const PARALLEL = 2;

export interface VirtualEngines extends Engines {
  /** Waits until the engines have done what was asked of them; the clock must not move before. */
  settled(): Promise<void>;
}

/** The real engines, whose work takes time of the virtual clock: that of `COST`, whatever it really takes. */
export function onVirtualClock(
  clock: VirtualClock,
  { vad, transcriber, voice, turnModel, secondHearing }: LocalEngines,
  model: Model,
): VirtualEngines {
  const running = new Set<Promise<unknown>>();

  /** Resolves or rejects as `work` does, `cost` ms from now. */
  function spend<T>(work: Promise<T>, cost: number): Promise<T> {
    const due = clock.now() + cost;
    const done = Promise.allSettled([work]).then(([outcome]) => outcome);
    running.add(done);
    void done.then(() => running.delete(done));
    return new Promise((resolve, reject) => {
      void done.then((outcome) =>
        clock.schedule(due - clock.now(), () =>
          outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason),
        ),
      );
    });
  }

  const pass = (ms: number) => new Promise<void>((resolve) => clock.schedule(ms, resolve));

  const queue = createWorkQueue(PARALLEL, () => clock.now());
  const transcribe = (pcm: Float32Array) =>
    spend(transcriber.transcribe(pcm), COST.transcribe(pcm.length / 16_000));

  async function* otherwise(pcm: Float32Array, signal: AbortSignal) {
    const batches = transcriber.transcribeOtherwise?.(pcm, signal)[Symbol.asyncIterator]();
    const cost = COST.transcribeOtherwise(pcm.length / 16_000);
    while (batches !== undefined) {
      const { done, value } = await spend(batches.next(), 0);
      if (done) return;
      // Two places of the queue, one for each form.
      const takePlace = () => queue.run(() => pass(cost), signal);
      await Promise.all([takePlace(), takePlace()]);
      yield value;
    }
  }

  const understand = (messages: readonly ModelMessage[]) =>
    model.expects?.understand(messages) ?? Promise.resolve('talk' as const);

  return {
    vad,
    transcriber: {
      ...transcriber,
      // The machine is, the one of virtual time is not.
      isBusy: false,
      transcribe: (pcm, options) => queue.run(() => transcribe(pcm), options?.signal),
      ...(transcriber.transcribeOtherwise && { transcribeOtherwise: otherwise }),
      ...(transcriber.glance && {
        glance: (pcm, options) => queue.runSpare(() => transcribe(pcm), options?.signal),
      }),
    },
    model: {
      ...model,
      expects: model.expects && {
        ...model.expects,
        understand: (messages) => spend(understand(messages), COST.model),
      },
      async *respond(request) {
        yield* await spend(all(model.respond(request)), COST.model);
      },
    },
    voice: {
      ...voice,
      async *synthesize(request) {
        yield* await spend(all(voice.synthesize(request)), COST.voice);
      },
    },
    turnModel: turnModel && {
      ...turnModel,
      judge: (pcm) => spend(turnModel.judge(pcm), COST.judge(Math.min(8, pcm.length / 16_000))),
    },
    secondHearing: secondHearing && {
      ...secondHearing,
      // The machine has none, the one of virtual time has.
      hasTimeToSpare: true,
      // Begun at every short silence, and mostly dropped: the work is done when it would nearly be over.
      async hear(pcm, phrases, signal) {
        await pass(COST.hearAgain(pcm.length / 16_000) - LAST_STEP);
        return signal?.aborted ? null : spend(secondHearing.hear(pcm, phrases), LAST_STEP);
      },
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}

/** For who only listens. */
export const unusedModel: Model = {
  provider: 'none',
  async *respond() {},
};

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of items) list.push(item);
  return list;
}

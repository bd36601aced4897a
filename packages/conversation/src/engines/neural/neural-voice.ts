import { availableParallelism } from 'node:os';
import type { Clock } from '@kindling/protocol/clock';
import { EngineError } from '../engine-error.ts';
import { createWorkQueue } from '../work-queue.ts';
import { type BusyGauge, createBusyGauge } from './busy-gauge.ts';
import type { NeuralModel } from './neural-model.ts';
import { sherpaConfig } from './sherpa-config.ts';
import { type SynthesisChild, type SynthesisRequest, startSynthesis } from './synthesis-child.ts';

/** A process that takes longer for one piece hangs, ms. */
const PIECE_TIMEOUT = 20_000;
/** Between two starts of a process, ms: one that dies at once must not be started for every sentence. */
const START_INTERVAL = 15_000;
/** Of a machine's processors one in so many speaks. */
const PROCESSORS_PER_PROCESS = 4;
const WARM_UP = 'Hello there, how are you today?';

export interface NeuralVoiceOptions {
  readonly cacheFolder: string;
  readonly clock: Clock;
  /** @default one for four processors */
  readonly processes?: number;
  /** Starts a process. @default a real one */
  readonly start?: typeof startSynthesis;
}

/** A voice of a neural model, in processes of its own. */
export interface NeuralVoice {
  readonly model: NeuralModel;
  readonly sampleRate: number;
  /** Why it should not be asked now: it would keep a caller waiting, or its process has died. */
  unavailable(): 'busy' | 'failed' | null;
  /**
   * One piece, as the model makes it.
   *
   * @throws an `EngineError`, or the signal's reason
   */
  speak(request: SynthesisRequest, signal?: AbortSignal): Promise<Int16Array>;
  close(): Promise<void>;
}

/**
 * Loads a voice and lets it speak once, unheard.
 *
 * @throws an `EngineError`
 */
export async function createNeuralVoice(
  model: NeuralModel,
  options: NeuralVoiceOptions,
): Promise<NeuralVoice> {
  const { clock, start = startSynthesis } = options;
  const count =
    options.processes ?? Math.max(1, Math.floor(availableParallelism() / PROCESSORS_PER_PROCESS));
  const gauge = createBusyGauge(clock, count);
  const config = await sherpaConfig(model, options.cacheFolder);
  const started = await Promise.allSettled(
    Array.from({ length: count }, () => start(model.name, config)),
  );
  const children = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const lost = started.find((one) => one.status === 'rejected');
  if (lost !== undefined) {
    await Promise.all(children.map((child) => child.close()));
    throw lost.reason;
  }
  const [first] = children;
  if (first === undefined) throw new EngineError('engine_failed', 'A voice needs a process.');
  const slots = children.map((child) =>
    createSlot({ child, clock, start: () => start(model.name, config) }),
  );
  const voice = speakBy(slots, gauge, clock);
  await Promise.all(slots.map(({ speak }) => speak({ text: WARM_UP, speaker: 0, speed: 1 })));
  return {
    model,
    sampleRate: first.sampleRate,
    unavailable() {
      if (!slots.some(({ isReady }) => isReady())) return 'failed';
      return gauge.isBusy() ? 'busy' : null;
    },
    ...voice,
  };
}

function speakBy(slots: readonly Slot[], gauge: BusyGauge, clock: Clock) {
  const queue = createWorkQueue(slots.length);
  const free = [...slots];

  async function speakNow(request: SynthesisRequest): Promise<Int16Array> {
    // One that is alive, where there is one.
    const index = Math.max(
      0,
      free.findIndex(({ isReady }) => isReady()),
    );
    const [slot] = free.splice(index, 1);
    if (slot === undefined) throw new EngineError('engine_failed', 'No process is free.');
    const startedAt = clock.now();
    try {
      const pcm = await slot.speak(request);
      gauge.measure(request.text.length, clock.now() - startedAt);
      return pcm;
    } finally {
      free.push(slot);
    }
  }

  return {
    async speak(request: SynthesisRequest, signal?: AbortSignal): Promise<Int16Array> {
      const end = gauge.begin(request.text.length);
      // What is aborted before it began is no work any more; what runs is, until it is done.
      const run = () => speakNow(request).finally(end);
      signal?.addEventListener('abort', end, { once: true });
      try {
        return await queue.run(run, signal);
      } finally {
        signal?.removeEventListener('abort', end);
        end();
      }
    },
    async close(): Promise<void> {
      await Promise.all(slots.map((slot) => slot.close()));
      await queue.close();
    },
  };
}

interface Slot {
  readonly isReady: () => boolean;
  speak(request: SynthesisRequest): Promise<Int16Array>;
  close(): Promise<void>;
}

interface SlotOptions {
  readonly child: SynthesisChild;
  readonly clock: Clock;
  readonly start: () => Promise<SynthesisChild>;
}

/** A place for one process: when it ends, another is started, and meanwhile nothing is said here. */
function createSlot({ child: first, clock, start }: SlotOptions): Slot {
  let child = first;
  let startedAt = clock.now();
  let starting: Promise<void> | undefined;
  let closed = false;

  function revive(): void {
    if (closed || starting !== undefined || clock.now() - startedAt < START_INTERVAL) return;
    startedAt = clock.now();
    starting = start()
      .then(
        async (started) => {
          if (closed) await started.close();
          else child = started;
        },
        // The next sentence finds the old one gone, and tries once more.
        () => undefined,
      )
      .finally(() => {
        starting = undefined;
      });
  }

  const isReady = () => {
    if (child.isGone) revive();
    return !child.isGone;
  };
  return {
    isReady,
    async speak(request) {
      const running = child;
      const cancel = clock.schedule(PIECE_TIMEOUT, () => void running.close());
      try {
        return await running.speak(request);
      } finally {
        cancel();
      }
    },
    async close() {
      closed = true;
      await starting;
      await child.close();
    },
  };
}

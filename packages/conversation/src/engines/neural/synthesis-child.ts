import { type ChildProcess, fork } from 'node:child_process';
import { EngineError } from '../engine-error.ts';
import type { TtsConfig } from '../sherpa.ts';
import type { SynthesisAnswer, SynthesisCommand } from './synthesis-messages.ts';

/** What the process wrote last is kept for the error that says how it ended, characters. */
const KEPT_OUTPUT = 500;

export interface SynthesisRequest {
  readonly text: string;
  readonly speaker: number;
  /** 1 is the voice's own pace. */
  readonly speed: number;
}

/** A process with one model. */
export interface SynthesisChild {
  readonly sampleRate: number;
  /** The process ended by itself, or was closed. */
  readonly isGone: boolean;
  /**
   * One at a time.
   *
   * @throws an `EngineError`
   */
  speak(request: SynthesisRequest): Promise<Int16Array>;
  close(): Promise<void>;
}

interface Waiting {
  readonly resolve: (answer: SynthesisAnswer) => void;
  readonly reject: (error: EngineError) => void;
}

/**
 * Starts a process and loads the model in it.
 *
 * @throws an `EngineError`
 */
export async function startSynthesis(name: string, config: TtsConfig): Promise<SynthesisChild> {
  const child = fork(new URL('./synthesis-process.ts', import.meta.url), {
    // Not the parent's: a debugger's port is taken.
    execArgv: [],
    // Samples as they are, not as text.
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const link = createLink(name, child);
  try {
    const loaded = await link.ask({ type: 'load', config });
    if (loaded.type !== 'loaded') throw failed(name, reasonOf(loaded));
    return {
      sampleRate: loaded.sampleRate,
      get isGone() {
        return link.isGone();
      },
      async speak(request) {
        const answer = await link.ask({ type: 'speak', ...request });
        if (answer.type !== 'spoken') throw failed(name, reasonOf(answer));
        return answer.pcm;
      },
      close: link.close,
    };
  } catch (error) {
    await link.close();
    throw error;
  }
}

function createLink(name: string, child: ChildProcess) {
  let waiting: Waiting | undefined;
  let gone = false;
  let closed = false;
  let output = '';
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));

  function settle(settleOne: (one: Waiting) => void): void {
    const one = waiting;
    waiting = undefined;
    // An idle process must not keep the server alive.
    hold(child, false);
    if (one !== undefined) settleOne(one);
  }

  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT_OUTPUT);
  });
  child.on('message', (answer: SynthesisAnswer) => settle((one) => one.resolve(answer)));
  const lose = (cause?: unknown) => {
    gone = true;
    settle((one) =>
      one.reject(
        closed ? closedError() : failed(name, `its process ended: ${output.trim()}`, cause),
      ),
    );
  };
  child.on('error', lose);
  child.on('close', () => lose());
  return {
    isGone: () => gone,
    ask(command: SynthesisCommand): Promise<SynthesisAnswer> {
      return new Promise((resolve, reject) => {
        if (closed) return reject(closedError());
        if (gone) return reject(failed(name, 'its process ended'));
        if (waiting !== undefined) return reject(failed(name, 'it was asked twice at once'));
        waiting = { resolve, reject };
        hold(child, true);
        child.send(command, (error) => {
          if (error !== null) lose(error);
        });
      });
    },
    async close(): Promise<void> {
      closed = true;
      if (gone) return;
      hold(child, true);
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Whether the process and all that leads to it keep this one alive. */
function hold(child: ChildProcess, isHeld: boolean): void {
  const stderr = child.stderr as { ref?(): void; unref?(): void } | null;
  for (const part of [child, child.channel, stderr]) {
    if (isHeld) part?.ref?.();
    else part?.unref?.();
  }
}

const reasonOf = (answer: SynthesisAnswer) =>
  answer.type === 'failed' ? answer.reason : 'it answered something else';

function closedError(): EngineError {
  return new EngineError('engine_closed', 'The voice was closed: make a new one.');
}

function failed(name: string, reason: string, cause?: unknown): EngineError {
  return new EngineError('engine_failed', `The voice ${name} did not speak: ${reason}.`, { cause });
}

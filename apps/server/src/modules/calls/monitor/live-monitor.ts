import type { Conversation } from '@kindling/conversation';
import type { ErrorCode } from '@kindling/protocol';
import type { AudioOutput } from '@kindling/protocol/audio-output';
import type { Clock } from '@kindling/protocol/clock';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import type { ClientMessage } from '@kindling/protocol/messages';
import type { LogEntry } from '../../logs/log-port.ts';
import { createMessageGate } from '../live/message-gate.ts';
import { createHeardSamples } from './heard-samples.ts';

/** Sound of a call as a listener gets it: 20 ms, the caller left and the assistant right, interleaved. */
export type OnMonitorFrame = (pcm: Int16Array) => void;

/** What those can do who listen to a call that goes on, or steer it. */
export interface MonitoredCall {
  /** Null: nobody may listen. `onClosed` is called when the call is over. The returned function ends it. */
  listen(onFrame: OnMonitorFrame, onClosed: () => void): (() => void) | null;
  /** Null: done. */
  control(message: ClientMessage): ControlRefusal | null;
}

export interface ControlRefusal {
  readonly code: ErrorCode;
  readonly message: string;
}

export interface LiveMonitor extends MonitoredCall {
  /** The assistant's way out; what is played of what is written to the result is heard. */
  tap(output: AudioOutput): AudioOutput;
  /** The caller's microphone. */
  handleAudio(pcm: Int16Array): void;
  close(): void;
}

export interface LiveMonitorOptions {
  readonly clock: Clock;
  /** What its plan allows. */
  readonly plan: {
    readonly listenEnabled?: boolean | null | undefined;
    readonly controlEnabled?: boolean | null | undefined;
  };
  /** Null until it was started. */
  readonly conversation: () => Conversation | null;
  /** Writes a line of the call's own log. */
  readonly writeLine: (line: Pick<LogEntry, 'message' | 'level'>) => void;
  readonly onEnd: () => void;
}

const FRAME_MS = 20;
const FRAME = (CONVERSATION_SAMPLE_RATE * FRAME_MS) / 1_000;
/** In one call. */
const MAX_LISTENERS = 5;
/** More than this is dropped: it comes from a burst, and would be heard late ever after. */
const MAX_SAMPLES = CONVERSATION_SAMPLE_RATE / 2;

interface Listener {
  readonly onFrame: OnMonitorFrame;
  readonly onClosed: () => void;
}

export function createLiveMonitor(options: LiveMonitorOptions): LiveMonitor {
  const { clock, plan } = options;
  const mayListen = plan.listenEnabled === true;
  const listeners = new Set<Listener>();
  const caller = createHeardSamples(MAX_SAMPLES);
  const assistant = createHeardSamples(MAX_SAMPLES);
  let cancel = () => {};
  let due = 0;
  let closed = false;
  const control = createControl(options);

  function tick() {
    // On a grid: a late tick makes up for it.
    for (; due <= clock.now(); due += FRAME_MS) send();
    cancel = clock.schedule(due - clock.now(), tick);
  }

  function send() {
    const left = caller.take(FRAME);
    const right = assistant.take(FRAME);
    const frame = new Int16Array(2 * FRAME);
    for (let index = 0; index < FRAME; index++) {
      frame[2 * index] = left[index] ?? 0;
      frame[2 * index + 1] = right[index] ?? 0;
    }
    for (const { onFrame } of listeners) onFrame(frame);
  }

  return {
    tap: (output) =>
      mayListen ? tapPlayed(output, (pcm) => listeners.size > 0 && assistant.push(pcm)) : output,
    handleAudio(pcm) {
      if (listeners.size > 0) caller.push(pcm);
    },
    listen(onFrame, onClosed) {
      if (!mayListen || closed || listeners.size >= MAX_LISTENERS) return null;
      const listener = { onFrame, onClosed };
      listeners.add(listener);
      options.writeLine({ message: 'Somebody listens to the call.', level: 'INFO' });
      if (listeners.size === 1) {
        due = clock.now() + FRAME_MS;
        cancel = clock.schedule(FRAME_MS, tick);
      }
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) cancel();
      };
    },
    control,
    close() {
      closed = true;
      cancel();
      for (const { onClosed } of [...listeners]) onClosed();
      listeners.clear();
    },
  };
}

function createControl({ clock, plan, conversation, writeLine, onEnd }: LiveMonitorOptions) {
  const gate = createMessageGate(() => clock.now());
  return (message: ClientMessage): ControlRefusal | null => {
    if (plan.controlEnabled !== true)
      return { code: 'not_found', message: 'This call cannot be steered from outside.' };
    if (!gate.lets(message)) return { code: 'rate_limited', message: 'Too many messages at once.' };
    const current = conversation();
    if (message.type === 'end-call') onEnd();
    else if (current === null)
      return { code: 'conflict', message: 'The conversation has not started yet.' };
    else current.handleMessage(message);
    writeLine({ message: `The call was steered from outside: ${message.type}.`, level: 'INFO' });
    return null;
  };
}

/** Hears what is played: what is written waits until the output says that it was. */
function tapPlayed(output: AudioOutput, onPlayed: (pcm: Int16Array) => void): AudioOutput {
  const unplayed = createHeardSamples(Number.POSITIVE_INFINITY);
  let heard = output.playedSamples;
  output.onPlayed((played) => {
    onPlayed(unplayed.take(played - heard));
    heard = Math.max(heard, played);
  });
  return {
    sampleRate: output.sampleRate,
    get writtenSamples() {
      return output.writtenSamples;
    },
    get playedSamples() {
      return output.playedSamples;
    },
    write(pcm) {
      unplayed.push(pcm);
      output.write(pcm);
    },
    pause: () => output.pause(),
    resume: () => output.resume(),
    setGain: (gain, ramp) => output.setGain(gain, ramp),
    clear() {
      const played = output.clear();
      onPlayed(unplayed.take(played - heard));
      heard = Math.max(heard, played);
      unplayed.clear();
      return played;
    },
    onPlayed: (listener) => output.onPlayed(listener),
  };
}

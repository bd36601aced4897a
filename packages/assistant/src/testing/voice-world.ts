import { TypedEmitter } from '@kindling/call';
import type { VoiceConfig, WritingOptions, WrittenConversation } from '../react/voice-client.ts';
import { VoiceStore } from '../react/voice-store.ts';
import type { VapiClientMessage, VapiEvents, VapiMessage } from '../vapi-events.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A client whose calls a test leads by its events. */
export class FakeClient extends TypedEmitter<VapiEvents> {
  readonly sent: VapiClientMessage[] = [];
  readonly mutes: boolean[] = [];
  readonly switched: unknown[] = [];
  /** What happens while a microphone is switched. */
  onSwitch = () => {};
  starts: unknown[] = [];
  /** The last argument of each start. */
  readonly startOptions: unknown[] = [];
  failure: Error | null = null;
  stopped = 0;

  async start(assistant?: unknown, ...rest: unknown[]) {
    this.starts.push(assistant);
    this.startOptions.push(rest[4]);
    if (this.failure !== null) throw this.failure;
    return { id: 'c1', webCallUrl: 'https://kindling.test/room/a' };
  }

  stop(): void {
    this.stopped += 1;
    this.emit('call-end', { reason: 'customer-ended-call', kind: 'hang-up' });
  }

  send(message: VapiClientMessage): void {
    this.sent.push(message);
  }

  setMuted(muted: boolean): void {
    this.mutes.push(muted);
  }

  async setInputDevicesAsync({ audioDeviceId }: { audioDeviceId: string | null }): Promise<void> {
    this.switched.push(audioDeviceId);
    this.onSwitch();
  }
}

/** A conversation in writing that a test leads by what it dispatches. */
export class FakeConversation implements WrittenConversation {
  readonly options: WritingOptions;
  readonly sent: string[] = [];
  stopped = 0;

  constructor(options: WritingOptions) {
    this.options = options;
  }

  start(): void {
    this.options.dispatch({ type: 'writing-started', at: this.options.now() });
  }

  send(text: string): void {
    this.sent.push(text);
  }

  stop(): void {
    this.stopped += 1;
    const { dispatch, now } = this.options;
    dispatch({ type: 'call-ended', reason: 'customer-ended-call', at: now() });
  }
}

const CONFIG: VoiceConfig = { publicKey: 'pk', assistantId: 'a1', assistantName: 'Ember' };

interface VoiceWorldOptions {
  readonly config?: Partial<VoiceConfig>;
  readonly enabled?: boolean;
  readonly load?: () => Promise<never>;
  /** @default true */
  readonly webRtc?: boolean;
}

/** A store on a virtual clock, whose client is a fake. */
export function setUpVoice(options: VoiceWorldOptions = {}) {
  const clock = new VirtualClock();
  const client = new FakeClient();
  let loads = 0;
  let preloads = 0;
  const made: unknown[][] = [];
  const written: FakeConversation[] = [];
  class Client {
    static async preload() {
      preloads += 1;
      throw new Error('offline');
    }

    constructor(...args: unknown[]) {
      made.push(args);
      // biome-ignore lint/correctness/noConstructorReturn: the test leads the one client there is
      return client;
    }
  }
  const store = new VoiceStore({
    clock,
    now: () => 1_000 + clock.now(),
    hasWebRtc: () => options.webRtc ?? true,
    loadWriting: async () => ({
      createWrittenConversation(given) {
        const conversation = new FakeConversation(given);
        written.push(conversation);
        return conversation;
      },
    }),
    isTranscriptionEnabled: options.enabled ?? true,
    loadConfig: async () => ({ ...CONFIG, ...options.config }),
    loadClient: async () => {
      loads += 1;
      await options.load?.();
      return { default: Client as unknown as { new (): FakeClient; preload(): Promise<unknown> } };
    },
  });
  const inCall = async () => {
    await store.startCall();
    client.emit('call-start');
  };
  return {
    clock,
    client,
    store,
    inCall,
    made,
    written,
    loads: () => loads,
    preloads: () => preloads,
  };
}

/** A final transcript. */
export function spoken(role: 'user' | 'assistant', text: string, id = text): VapiMessage {
  return {
    type: 'transcript',
    role,
    transcriptType: 'final',
    transcript: text,
    utteranceId: id,
  };
}

/** The error of a call that its network gave up. */
export const lostCall = {
  type: 'call-error',
  message: 'gone',
  action: 'error',
  callClientId: 'x',
  errorMsg: 'gone',
  error: { type: 'connection-error', msg: 'gone' },
} as const;

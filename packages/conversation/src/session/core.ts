import type { TurnTiming } from '@kindling/protocol';
import { createMemory, type Memory } from '../history/memory.ts';
import { createOtherHearings, type OtherHearings } from '../recognition/other-hearings.ts';
import { type CallScope, createCallScope } from '../scope/call-scope.ts';
import { createFaults, type Faults } from '../scope/faults.ts';
import { type ClientMessages, createClientMessages } from './client-messages.ts';
import { type CurrentAssistant, createCurrentAssistant } from './current-assistant.ts';
import type { ConversationOptions, ConversationSettings } from './port.ts';
import { createTranscriptRecorder, type TranscriptRecorder } from './transcript-recorder.ts';

/** What every part of a conversation may use: its lifetime, its assistant and its record. */
export interface ConversationCore {
  readonly scope: CallScope;
  readonly faults: Faults;
  readonly assistant: CurrentAssistant;
  /** Of the current assistant: the same object before and after a handoff. */
  readonly settings: ConversationSettings;
  readonly memory: Memory;
  readonly otherHearings: OtherHearings;
  readonly client: ClientMessages;
  readonly recorder: TranscriptRecorder;
  readonly timings: readonly TurnTiming[];
  /** Epoch ms at which a resumed conversation began; null: it begins here. */
  readonly beganAt: number | null;
  /** Keeps the parts of a turn's latency, and sends them to the page. */
  readonly onTiming: (timing: TurnTiming) => void;
  readonly onToolLines: NonNullable<ConversationOptions['onToolLines']>;
  readonly onFault: NonNullable<ConversationOptions['onFault']>;
}

export function createCore(options: ConversationOptions): ConversationCore {
  const { onFault = () => {}, onToolLines = () => undefined } = options;
  const scope = createCallScope(options.clock);
  const assistant = createCurrentAssistant({
    name: options.assistantName ?? null,
    settings: options.settings,
    model: options.engines.model,
    voice: options.engines.voice,
    ...(options.tools && { tools: options.tools }),
    ...(options.transcribers && { transcribers: options.transcribers }),
    ...(options.hookTools && { hookTools: options.hookTools }),
    ...(options.node && { node: options.node }),
  });
  const memory = createMemory(assistant.settings.systemPrompt, options.history, options.resumed);
  const client = createClientMessages((message) => {
    try {
      options.onMessage(message);
    } catch (error) {
      onFault({ stage: 'message', error });
    }
  });
  const timings: TurnTiming[] = [];
  return {
    scope,
    faults: createFaults({ scope, onFault }),
    assistant,
    settings: assistant.settings,
    memory,
    otherHearings: createOtherHearings(),
    client,
    recorder: createTranscriptRecorder({ memory, client, resumed: options.resumed }),
    timings,
    beganAt: options.resumed?.startedAt ?? null,
    onTiming(timing) {
      timings.push(timing);
      client.timing(timing);
    },
    onToolLines,
    onFault,
  };
}

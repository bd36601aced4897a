import type { Conversation, ConversationOptions, ConversationReport } from '@kindling/conversation';
import type { Clock } from '@kindling/protocol/clock';
import { CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import type { SpeechEngines } from '../assistants/runtime/engines.ts';
import type { Conversed, Subject } from './subject.ts';
import { createTestLine } from './test-line.ts';
import type { Line, Tester } from './tester.ts';
import { speakLine } from './tester-voice.ts';

export interface VoiceTestOptions {
  readonly subject: Subject;
  readonly tester: Tester;
  readonly speech: SpeechEngines;
  readonly createConversation: (options: ConversationOptions) => Conversation;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly onFault: (fault: { readonly stage: string; readonly error: unknown }) => void;
}

const FRAME = 20;
const FRAME_SAMPLES = (CONVERSATION_SAMPLE_RATE * FRAME) / 1_000;
/** So long nobody speaks before the tester does: pauses between sentences are shorter. */
const QUIET = 1_500;
/** The tester goes on when no answer comes. */
const TIMEOUT = 20_000;
const ENDED_BY_ASSISTANT: readonly string[] = [
  'assistant-ended-call',
  'assistant-said-end-call-phrase',
];

/**
 * A call without a network: the tester's lines are spoken into the assistant's microphone and its
 * answers are waited for, at the pace of talk.
 *
 * @throws when aborted
 */
export async function runVoiceTest(options: VoiceTestOptions): Promise<Conversed> {
  const { subject, tester, speech, clock, signal } = options;
  const { first } = subject;
  const ended = Promise.withResolvers<ConversationReport>();
  const output = createTestLine(clock, CONVERSATION_SAMPLE_RATE);
  const said: Line[] = [];
  let isOver = false;
  let answered = first.settings.firstMessageMode === 'assistant-waits-for-user';
  let microphone: Int16Array = new Int16Array(0);
  let position = 0;
  /** The tester's line is being thought of or synthesised. */
  let preparing = false;
  let isDone = false;
  let lastSoundAt = clock.now();
  let lineEndedAt = clock.now();

  const conversation = options.createConversation({
    settings: first.settings,
    engines: { ...speech, model: first.model },
    ...(first.tools === undefined ? {} : { tools: first.tools }),
    ...(first.node === undefined ? {} : { node: first.node }),
    assistantName: first.name,
    handOff: subject.handOff,
    output,
    clock,
    onFault: options.onFault,
    onMessage(message) {
      if (message.type !== 'transcript' || message.transcriptType !== 'final') return;
      if (message.role !== 'assistant') return;
      answered = true;
      const last = said.at(-1);
      if (last?.role === 'bot') said.pop();
      const before = last?.role === 'bot' ? `${last.text} ` : '';
      said.push({ role: 'bot', text: before + message.transcript });
    },
    onEnded: ended.resolve,
  });

  const failed = Promise.withResolvers<never>();
  const handleAbort = () => failed.reject(signal.reason);
  signal.addEventListener('abort', handleAbort, { once: true });
  let cancelTick = () => {};
  let nextTickAt = clock.now();

  function tick(): void {
    if (isOver) return;
    nextTickAt += FRAME;
    cancelTick = clock.schedule(Math.max(nextTickAt - clock.now(), 0), tick);
    const frame = new Int16Array(FRAME_SAMPLES);
    const isSpeaking = position < microphone.length;
    if (isSpeaking) {
      frame.set(microphone.subarray(position, position + FRAME_SAMPLES));
      position += FRAME_SAMPLES;
      lineEndedAt = clock.now();
    }
    if (isSpeaking || !output.isQuiet) lastSoundAt = clock.now();
    conversation.handleAudio(frame);
    if (!isSpeaking && !preparing && isMyTurn()) void speakNext().catch(failed.reject);
  }

  function isMyTurn(): boolean {
    const now = clock.now();
    if (now - lastSoundAt < QUIET) return false;
    return answered || now - lineEndedAt > TIMEOUT;
  }

  async function speakNext(): Promise<void> {
    if (isDone) return void conversation.end('customer-ended-call');
    preparing = true;
    const text = await tester.next(said, signal);
    if (text === null) {
      isDone = true;
    } else {
      const assistantVoiceId = first.settings.voiceId;
      microphone = await speakLine(speech.voice, text, { assistantVoiceId, signal });
      position = 0;
      said.push({ role: 'user', text });
      answered = false;
      lineEndedAt = clock.now();
    }
    preparing = false;
  }

  try {
    signal.throwIfAborted();
    conversation.start();
    tick();
    const report = await Promise.race([ended.promise, failed.promise]);
    return toConversed(report, subject);
  } finally {
    isOver = true;
    cancelTick();
    signal.removeEventListener('abort', handleAbort);
    await conversation.end('customer-ended-call');
    output.close();
  }
}

function toConversed(report: ConversationReport, { workflowTrace }: Subject): Conversed {
  return {
    artifact: {
      messages: [...report.messages],
      transcript: report.transcript,
      turnTimings: [...report.turnTimings],
      ...workflowTrace(),
    },
    endedByAssistant: ENDED_BY_ASSISTANT.includes(report.endReason),
  };
}

import type { ConversationSettings } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import { clockVariables, fillVariables } from '../../variables/variables.ts';
import { endpointingRules } from './endpointing-rules.ts';
import { localTranscriber } from './settle/settle-transcriber.ts';

/** What an assistant does where it does not say. */
export const ASSISTANT_DEFAULTS = {
  firstMessageMode: 'assistant-speaks-first',
  firstMessageInterruptionsEnabled: true,
  silenceTimeoutSeconds: 30,
  maxDurationSeconds: 600,
  // Speech pauses the assistant at once; a word ends what it says, a cough does not.
  interruptionWords: 1,
} as const satisfies Partial<ConversationSettings>;

/** An assistant as the conversation needs it: defaults filled in, variables replaced. */
export function conversationSettings(assistant: AssistantCreate, now: Date): ConversationSettings {
  const values = { ...clockVariables(now), ...assistant.variableValues };
  const fill = (text: string) => fillVariables(text, values);
  const { model, voice, transcriber } = assistant;
  const ownTranscriber = transcriber && localTranscriber(transcriber);
  const systemPrompt = (model?.messages ?? [])
    .filter((message) => message.role === 'system')
    .map((message) => fill(message.content ?? ''))
    .join('\n\n');
  return {
    systemPrompt,
    firstMessage: assistant.firstMessage ? fill(assistant.firstMessage) : null,
    firstMessageMode: assistant.firstMessageMode ?? ASSISTANT_DEFAULTS.firstMessageMode,
    firstMessageInterruptionsEnabled:
      assistant.firstMessageInterruptionsEnabled ??
      ASSISTANT_DEFAULTS.firstMessageInterruptionsEnabled,
    endCallMessage: assistant.endCallMessage ? fill(assistant.endCallMessage) : null,
    endCallPhrases: assistant.endCallPhrases ?? [],
    silenceTimeoutSeconds:
      assistant.silenceTimeoutSeconds ?? ASSISTANT_DEFAULTS.silenceTimeoutSeconds,
    maxDurationSeconds: assistant.maxDurationSeconds ?? ASSISTANT_DEFAULTS.maxDurationSeconds,
    ...speakingPlans(assistant, fill),
    interruptionWords: assistant.stopSpeakingPlan?.numWords ?? ASSISTANT_DEFAULTS.interruptionWords,
    ...(voice?.voiceId === undefined ? {} : { voiceId: voice.voiceId }),
    ...(voice?.speed === undefined ? {} : { voiceSpeed: withinPace(voice.speed) }),
    ...(ownTranscriber?.model === undefined ? {} : { transcriberModel: ownTranscriber.model }),
    ...(model?.temperature === undefined ? {} : { temperature: model.temperature }),
    ...(model?.maxTokens === undefined ? {} : { maxTokens: model.maxTokens }),
  };
}

/** Voices of other services may be asked to go faster than those that speak here do well. */
function withinPace(speed: number): number {
  return Math.min(2, Math.max(0.25, speed));
}

type Plans = Pick<ConversationSettings, 'turnPlan' | 'reminders' | 'silenceMessage'>;

const IDLE_SECONDS = 10;
const IDLE_COUNT = 3;

/** When an assistant speaks, stops and reminds, where it says so; `fill` replaces variables. */
function speakingPlans(assistant: AssistantCreate, fill: (text: string) => string): Plans {
  const turnPlan = turnPlanOf(assistant);
  const { idleMessages, silenceTimeoutMessage, ...idle } = assistant.messagePlan ?? {};
  return {
    ...(Object.keys(turnPlan).length === 0 ? {} : { turnPlan }),
    ...(silenceTimeoutMessage ? { silenceMessage: fill(silenceTimeoutMessage) } : {}),
    ...(idleMessages?.length
      ? {
          reminders: {
            messages: idleMessages.map(fill),
            after: (idle.idleTimeoutSeconds ?? IDLE_SECONDS) * 1_000,
            most: idle.idleMessageMaxSpokenCount ?? IDLE_COUNT,
            countAnew: idle.idleMessageResetCountOnUserSpeechEnabled ?? false,
          },
        }
      : {}),
  };
}

function turnPlanOf(assistant: AssistantCreate): NonNullable<Plans['turnPlan']> {
  const { startSpeakingPlan: start, stopSpeakingPlan: stop } = assistant;
  const endpointing = start?.smartEndpointingPlan ? null : start?.transcriptionEndpointingPlan;
  const rules = start?.customEndpointingRules ?? [];
  const seconds = {
    waitAtLeast: start?.waitSeconds,
    waitComplete: endpointing?.onPunctuationSeconds,
    waitUnfinished: endpointing?.onNoPunctuationSeconds,
    waitNumber: endpointing?.onNumberSeconds,
    voiceAlone: stop?.voiceSeconds,
    backoff: stop?.backoffSeconds,
  };
  return {
    ...Object.fromEntries(
      Object.entries(seconds).flatMap(([name, value]) =>
        value === undefined ? [] : [[name, value * 1_000]],
      ),
    ),
    ...(rules.length > 0 && { waitFor: endpointingRules(rules) }),
    ...(stop?.acknowledgementPhrases ? { acknowledgements: stop.acknowledgementPhrases } : {}),
    ...(stop?.interruptionPhrases ? { interruptions: stop.interruptionPhrases } : {}),
  };
}

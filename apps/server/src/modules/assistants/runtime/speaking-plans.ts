import type { ConversationSettings } from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';

type Plans = Pick<ConversationSettings, 'turnPlan' | 'reminders' | 'silenceMessage'>;

const IDLE_SECONDS = 10;
const IDLE_COUNT = 3;

/** When an assistant speaks, stops and reminds, where it says so; `fill` replaces variables. */
export function speakingPlans(assistant: AssistantCreate, fill: (text: string) => string): Plans {
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
  const endpointing = start?.transcriptionEndpointingPlan;
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
    ...(stop?.acknowledgementPhrases ? { acknowledgements: stop.acknowledgementPhrases } : {}),
    ...(stop?.interruptionPhrases ? { interruptions: stop.interruptionPhrases } : {}),
  };
}

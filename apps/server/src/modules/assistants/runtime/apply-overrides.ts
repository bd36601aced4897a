import type { AssistantCreate, AssistantOverrides } from '@kindling/protocol';

const NESTED = [
  'model',
  'voice',
  'transcriber',
  'startSpeakingPlan',
  'stopSpeakingPlan',
  'messagePlan',
  'artifactPlan',
  'analysisPlan',
  'variableValues',
  'metadata',
] as const;

/** The assistant with a call's overrides: fields replace fields, settings of a part are merged. */
export function applyOverrides(
  assistant: AssistantCreate,
  overrides: AssistantOverrides = {},
): AssistantCreate {
  const merged: AssistantCreate = { ...assistant, ...overrides };
  for (const part of NESTED) {
    const [base, change] = [assistant[part], overrides[part]];
    if (base && change) Object.assign(merged, { [part]: { ...base, ...change } });
  }
  return merged;
}

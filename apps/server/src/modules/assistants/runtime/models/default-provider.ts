import type { AssistantCreate, WorkflowCreate } from '@kindling/protocol';

/** What a server answers with by itself: its language model, or the guide where it has none. */
export const DEFAULT_PROVIDER = 'default';

type NamedModel = AssistantCreate['model'];

/** Without a language model the provider `default` is the guide, in whatever an assistant does. */
export interface SettleDefaults {
  assistant<A extends { readonly model?: NamedModel }>(assistant: A): A;
  workflow(workflow: WorkflowCreate): WorkflowCreate;
}

export function createSettleDefaults(hasLanguageModel: boolean): SettleDefaults {
  const isSettled = (model: NamedModel) => hasLanguageModel || model?.provider !== DEFAULT_PROVIDER;

  function settle<A extends { readonly model?: NamedModel }>(one: A): A {
    const { model } = one;
    if (model === undefined || isSettled(model)) return one;
    return { ...one, model: { ...model, provider: 'kindling' } };
  }

  return {
    assistant: settle,
    workflow: (workflow) => ({
      ...settle(workflow),
      nodes: workflow.nodes.map((node) => (node.type === 'conversation' ? settle(node) : node)),
    }),
  };
}

import {
  type ChainedModel,
  type Circuit,
  chooseByWords,
  createGuardedModel,
  createModelChain,
  type GuardEvents,
  groundModel,
  type KnowledgeSource,
  type Model,
  type ModelSwitch,
  type ModelWarmer,
  withDefaultRules,
} from '@kindling/conversation';
import type { AssistantCreate } from '@kindling/protocol';
import type { Clock } from '@kindling/protocol/clock';
import type { ApiError } from '../../../../platform/errors/api-error.ts';
import { badField } from '../../../../platform/errors/bad-field.ts';
import type { AssistantKnowledge, OpenKnowledge } from '../../../knowledge/assistant-knowledge.ts';
import { createPromptSource, joinSources } from '../../../knowledge/prompt-source.ts';
import type { WriteLine } from '../../../logs/log-port.ts';
import { conversationSettings } from '../conversation-settings.ts';
import type { ModelFactories } from '../engines.ts';
import { plannedModels } from '../settle/planned-models.ts';
import { DEFAULT_PROVIDER, describeModel, PROMPT_GUIDE } from '../settle/settle-model.ts';
import { createGuides, type Guides } from './guides.ts';
import { type HostedModelsOptions, openHosted, reportedAs } from './hosted-models.ts';
import { withExamples } from './with-examples.ts';

/** Finds the model that answers for an assistant. */
export interface ModelResolver {
  /**
   * The model that the assistant names, asked with the organisation's credential or at this server's
   * endpoint, or the guide; it looks into the assistant's files and knowledge base before it answers.
   *
   * @throws ApiError `bad_request` for a model this server lacks and a knowledge base that is missing
   */
  resolve(orgId: string, assistant: AssistantCreate, use?: ModelUse): Promise<Model>;
}

/** What a model is wanted for. */
export interface ModelUse {
  /** A caller is waiting: where the model fails, this server answers. @default false */
  readonly isSpoken?: boolean;
  /** Writes to the log of the call, or of the server. */
  readonly writeLine?: WriteLine;
}

export interface ModelResolverOptions extends HostedModelsOptions {
  readonly models: Pick<ModelFactories, 'guide' | 'openAi' | 'anthropic' | 'facts'>;
  readonly openKnowledge: OpenKnowledge;
  readonly clock: Clock;
  /** What becomes of the language model behind the provider `default`. */
  readonly guardEvents: GuardEvents;
  /** Of this server's endpoint: one for all calls. */
  readonly circuit: Circuit;
  readonly warmer: ModelWarmer;
}

type NamedModel = NonNullable<AssistantCreate['model']>;

const LOCAL_PROVIDER = 'kindling';

/** Whether the assistant answers without a language model. */
export function usesLocalModel({ model }: Pick<AssistantCreate, 'model'>): boolean {
  return (model?.provider ?? LOCAL_PROVIDER) === LOCAL_PROVIDER;
}

export function createModelResolver(options: ModelResolverOptions): ModelResolver {
  const { models, openKnowledge, clock } = options;
  const guides = createGuides(models.guide);
  if (options.llm !== null) {
    // Indexes take a moment to build: the first caller must not wait for them, nor the others who are talking.
    guides.ofProduct();
    models.facts();
  }
  return {
    async resolve(orgId, assistant, use = {}) {
      const { model: named, name = null } = assistant;
      const isLocal = usesLocalModel(assistant);
      // A language model asks its query tools itself.
      const knowledge = await openKnowledge(orgId, assistant, { searchesToolFiles: isLocal });
      if (isLocal || named === undefined) {
        const ownPrompt = named?.model === PROMPT_GUIDE;
        const known = ownPrompt ? withPrompt(knowledge, assistant, clock) : knowledge;
        return guideOver(known, name, guides);
      }
      if (named.provider === DEFAULT_PROVIDER) {
        const guide = guideOver(knowledge, name, guides);
        const { systemPrompt } = conversationSettings(assistant, new Date(clock.now()));
        return openDefault(named, knowledge, { options, guide, systemPrompt });
      }
      // Who named an address of their own cannot ask another provider instead, in writing either.
      const hasStandIn = use.isSpoken === true || named.url !== undefined;
      const credentialIds = assistant.credentialIds ?? [];
      const chain = await openChain(orgId, named, { ...options, hasStandIn, credentialIds });
      const asked = chain.map(({ name: known, model }) => {
        const ruled = withRules(model, named);
        const source = knowledge?.source;
        return { name: known, model: source ? groundModel(ruled, source, 'prompt') : ruled };
      });
      const guide = () => guideOver(withPrompt(knowledge, assistant, clock), name, guides);
      const behind = hasStandIn ? [{ name: 'the guide', model: chooseByWords(guide()) }] : [];
      const [first, ...others] = [...asked, ...behind];
      if (first === undefined) throw new Error('A chain has the model that was named.');
      if (others.length === 0) return first.model;
      return createModelChain({
        models: [first, ...others],
        clock,
        onSwitch: (change) => use.writeLine?.(lineOf(change)),
      });
    },
  };
}

/** The model that is named, those of its plan that can be asked, and this server's own where it stands in. */
async function openChain(
  orgId: string,
  named: NamedModel,
  options: ModelResolverOptions & {
    readonly hasStandIn: boolean;
    readonly credentialIds: readonly string[];
  },
): Promise<ChainedModel[]> {
  const { llm, hasStandIn } = options;
  const hosted = await openHosted(orgId, named, options);
  const ofServer = (one: NamedModel) => ({
    name: describeModel({ ...one, model: llm?.model }),
    model: openAtEndpoint(one, options),
  });
  const planned = await Promise.all(
    plannedModels(named).map((one) => openHosted(orgId, one, options).catch(() => null)),
  );
  return [
    hosted ?? ofServer(named),
    ...planned.flatMap((one) => one ?? []),
    ...(hasStandIn && hosted !== null && llm !== null
      ? [ofServer({ provider: 'custom-llm' })]
      : []),
  ];
}

function lineOf({ from, to, error }: ModelSwitch) {
  const reason = error instanceof Error ? error.message : String(error);
  return {
    message: `The model ${from} failed, and ${to} answers.`,
    level: 'WARN',
    error: reason,
  } as const;
}

function withRules(model: Model, named: NamedModel): Model {
  const { defaultRulesEnabled = true } = named;
  const prompted = withExamples(model, named);
  return defaultRulesEnabled ? withDefaultRules(prompted) : prompted;
}

/** The guide over the assistant's own files, or over the product. */
function guideOver(
  knowledge: AssistantKnowledge | null,
  name: string | null,
  guides: Guides,
): Model {
  if (knowledge === null) return guides.ofProduct();
  const guide = guides.overFiles({ name, mode: knowledge.mode });
  return groundModel(guide, knowledge.source, 'passages');
}

interface DefaultParts {
  readonly options: ModelResolverOptions;
  readonly guide: Model;
  readonly systemPrompt: string;
}

/** This server's language model, which answers from the assistant's knowledge and has the guide behind it. */
function openDefault(
  named: NamedModel,
  knowledge: AssistantKnowledge | null,
  { options, guide, systemPrompt }: DefaultParts,
): Model {
  const { models, clock, circuit, warmer, guardEvents } = options;
  const model = withRules(openAtEndpoint(named, options), named);
  // A greeting takes seconds, in which a model can be loaded.
  warmer.warm(systemPrompt);
  const guarded = createGuardedModel({
    ...guardEvents,
    onTakeover(reason, error) {
      guardEvents.onTakeover(reason, error);
      if (reason === 'slow' || reason === 'failed') warmer.warm(systemPrompt);
    },
    model: noticeWords(model, () => warmer.handleWord(systemPrompt)),
    guide: chooseByWords(guide),
    circuit,
    clock,
  });
  return groundModel(guarded, sourceOf(knowledge, models), 'prompt');
}

function noticeWords(model: Model, onWord: () => void): Model {
  return {
    ...model,
    async *respond(request) {
      let begun = false;
      for await (const piece of model.respond(request)) {
        if (!begun) onWord();
        begun = true;
        yield piece;
      }
    },
  };
}

/** The assistant's own files, and what is known of the product where they do not take its place. */
function sourceOf(
  knowledge: AssistantKnowledge | null,
  models: ModelResolverOptions['models'],
): KnowledgeSource {
  if (knowledge === null) return models.facts();
  if (knowledge.mode === 'replace') return knowledge.source;
  return joinSources([knowledge.source, models.facts()]);
}

/** What an assistant's own prompt says, beside its files. */
function withPrompt(
  knowledge: AssistantKnowledge | null,
  assistant: AssistantCreate,
  clock: Clock,
): AssistantKnowledge {
  const { systemPrompt } = conversationSettings(assistant, new Date(clock.now()));
  const prompt = createPromptSource(systemPrompt);
  if (knowledge === null) return { source: prompt, mode: 'replace' };
  return { ...knowledge, source: joinSources([knowledge.source, prompt]) };
}

/** The model at this server's own endpoint. */
function openAtEndpoint(
  { provider, model }: NamedModel,
  { models, llm }: ModelResolverOptions,
): Model {
  if (provider !== 'openai' && provider !== 'custom-llm' && provider !== DEFAULT_PROVIDER)
    throw wrongProvider(
      `"${provider}" is not available on this server; use "default", "kindling", "openai" or "custom-llm".`,
    );
  // This server's endpoint knows its own model, and seldom another's name.
  const name = provider === 'openai' ? llm?.model : (model ?? llm?.model);
  if (llm !== null && name !== undefined)
    return reportedAs(DEFAULT_PROVIDER, models.openAi({ ...llm, model: name }));
  throw wrongProvider(
    `needs an endpoint: ${provider === 'openai' ? 'store a credential of openai with POST /credential' : 'name its url'}, or set LLM_BASE_URL and LLM_MODEL on the server, or use the provider "kindling".`,
  );
}

const wrongProvider = (message: string): ApiError => badField('assistant.model.provider', message);

import {
  type AssistantCreate,
  fitted,
  leafIssues,
  SERVER_MESSAGE_TYPES,
  type ToolCreate,
  takeWarnings,
  toolCreateSchema,
  UNSENT_SERVER_MESSAGES,
  type Warning,
} from '@kindling/protocol';
import { DEFAULT_CLIENT_MESSAGES, serverMessageSchema } from '@kindling/protocol/messages';
import { endpointingWarnings } from '../endpointing-rules.ts';
import { planHooks } from '../hooks/plan-hooks.ts';
import { OLDER_ANALYSIS, renewAnalysis } from './older-analysis.ts';

type Fields = Readonly<Record<string, unknown>>;
type Model = NonNullable<AssistantCreate['model']>;

/** What the fields of today take: seconds, and words. */
const MAX_WAIT = 5;
const MAX_ENDPOINTING = 3;
const MAX_WORDS = 10;

/** Where people write a prompt that is no message of the model's. */
const PROMPTS = ['systemPrompt', 'systemMessage', 'prompt', 'instructions'];
const OUTER_PROMPTS = ['systemPrompt', 'prompt', 'context', 'instructions'];

/** Fields that no schema names, of earlier versions of the API or written elsewhere, and that are read here. */
export const OLDER_FIELDS: ReadonlySet<string> = new Set([
  'startSpeakingPlan.smartEndpointingEnabled',
  'tools:append',
  'tools',
  'functions',
  'model.functions',
  ...OUTER_PROMPTS,
  ...PROMPTS.map((name) => `model.${name}`),
  ...OLDER_ANALYSIS,
]);

export interface ReadingFields {
  /** Whether a prompt may stand beside the model. @default true */
  readonly readsPrompts?: boolean;
}

/** An assistant in the fields of today: what it says in older ones is not lost, and what it says in both is as today. */
export function renewFields<Named extends { readonly model?: Model | undefined }>(
  named: Named,
  { readsPrompts = true }: ReadingFields = {},
): { readonly named: Named; readonly warnings: readonly Warning[] } {
  const given: Fields = named;
  const analysis = renewAnalysis(given.analysisPlan);
  const warnings = [
    ...planHooks(given.hooks, (text) => text).warnings,
    ...unknownSound(given),
    ...unusableRules(given),
    ...unknownMessages(given),
    ...unusableAddress(given),
    ...unplayedMessage(given),
    ...analysis.warnings,
  ];
  const outer = readsPrompts ? given : { ...given, ...NO_PROMPTS };
  const whole = named.model ?? modelOfOuter(outer);
  const model = whole && renewModel(modelWithOuter(whole, outer), warnings);
  const tools = [
    ...(given.endCallFunctionEnabled === true ? [{ type: 'endCall' } as const] : []),
    ...(given.dialKeypadFunctionEnabled === true ? [{ type: 'dtmf' } as const] : []),
  ];
  return {
    named: {
      ...named,
      ...(model && { model: addTools(model, tools) }),
      ...renewServer(given),
      ...renewCompliance(given),
      ...renewRecording(given),
      ...renewPlans(given),
      ...(analysis.plan && { analysisPlan: analysis.plan }),
    },
    warnings,
  };
}

/** What an assistant has beside its model, and a workflow and its steps do not. */
export const OUTER_FIELDS: readonly string[] = ['tools', 'functions', ...OUTER_PROMPTS];
const NO_PROMPTS: Fields = Object.fromEntries(OUTER_FIELDS.map((name) => [name, undefined]));

/** The model of an assistant of which only prompts or tools were given. */
function modelOfOuter(given: Fields): Model | undefined {
  const isGiven = OUTER_FIELDS.some((name) => {
    const value = given[name];
    return Array.isArray(value) ? value.length > 0 : isText(value);
  });
  return isGiven ? { provider: 'openai' } : undefined;
}

/** Of several that say what may be kept, the stricter holds. */
function renewCompliance({ hipaaEnabled, compliancePlan }: Fields) {
  if (hipaaEnabled !== true) return {};
  const plan = (compliancePlan ?? {}) as NonNullable<AssistantCreate['compliancePlan']>;
  return { compliancePlan: { ...plan, hipaaEnabled: plan.hipaaEnabled ?? true } };
}

const within = (most: number, value: number) => Math.min(most, Math.max(0, value));

/** When it speaks and when it stops, which were fields of their own. */
function renewPlans(given: Fields) {
  const { responseDelaySeconds: delay, numWordsToInterruptAssistant: words } = given;
  const start = (given.startSpeakingPlan ?? {}) as Fields;
  const endpointing = renewEndpointing(given);
  const renewedStart = {
    ...(typeof delay === 'number' && { waitSeconds: within(MAX_WAIT, delay) }),
    ...(endpointing && { transcriptionEndpointingPlan: endpointing }),
    ...(Boolean(start.smartEndpointingEnabled) && { smartEndpointingPlan: {} }),
  };
  const renewedStop = typeof words === 'number' && {
    numWords: within(MAX_WORDS, Math.round(words)),
  };
  return {
    ...(Object.keys(renewedStart).length > 0 && {
      startSpeakingPlan: { ...renewedStart, ...start },
    }),
    ...(renewedStop && {
      stopSpeakingPlan: { ...renewedStop, ...(given.stopSpeakingPlan as Fields | undefined) },
    }),
  };
}

/** How long to wait for more words, which was said of the request to the model. */
function renewEndpointing(given: Fields) {
  const { llmRequestDelaySeconds: after, llmRequestNonPunctuatedDelaySeconds: amid } = given;
  if (typeof after !== 'number' && typeof amid !== 'number') return undefined;
  return {
    ...(typeof after === 'number' && { onPunctuationSeconds: within(MAX_ENDPOINTING, after) }),
    ...(typeof amid === 'number' && { onNoPunctuationSeconds: within(MAX_ENDPOINTING, amid) }),
  };
}

function unknownSound({ backgroundSound: sound }: Fields): Warning[] {
  if (typeof sound !== 'string' || ['office', 'off'].includes(sound) || /^https?:/.test(sound))
    return [];
  const message = 'Must be office, off or the address of a sound: nothing is heard here.';
  return [{ path: 'backgroundSound', message }];
}

function unusableRules({ startSpeakingPlan }: Fields): Warning[] {
  const { customEndpointingRules: rules } = (startSpeakingPlan ?? {}) as Partial<
    NonNullable<AssistantCreate['startSpeakingPlan']>
  >;
  return endpointingWarnings(rules ?? []);
}

/** Messages of calls as a page receives them. */
const CLIENT_MESSAGES: ReadonlySet<string> = new Set([
  ...DEFAULT_CLIENT_MESSAGES,
  ...serverMessageSchema.options.flatMap(({ shape }) => [...shape.type.values]),
]);
/** Published, and sent by no server at all, or with what is sent. */
const UNSENT_CLIENT_MESSAGES: Readonly<Record<string, string>> = {
  'function-call': 'tool-calls is its new name.',
  'function-call-result': 'tool-calls-result is its new name.',
  'model-output': 'voice-input is sent with each sentence that is spoken.',
  'language-changed': 'a call is held in one language.',
  'language-change-detected': 'a call is held in one language.',
  metadata: 'the call that was started has it.',
};

/** Messages that nothing here sends. */
function unknownMessages({ serverMessages, clientMessages }: Fields): Warning[] {
  const known: readonly string[] = SERVER_MESSAGE_TYPES;
  const unsent = (name: string, written: unknown, of: Readonly<Record<string, string>>) =>
    ((written as readonly string[] | undefined) ?? []).flatMap((type, index) =>
      (name === 'serverMessages' ? known.includes(type) : CLIENT_MESSAGES.has(type))
        ? []
        : [{ path: `${name}.${index}`, message: whyUnsent(type, of) }],
    );
  return [
    ...unsent('serverMessages', serverMessages, UNSENT_SERVER_MESSAGES),
    ...unsent('clientMessages', clientMessages, UNSENT_CLIENT_MESSAGES),
  ];
}

function unusableAddress({ serverUrl }: Fields): Warning[] {
  if (!isText(serverUrl) || isAddress(serverUrl)) return [];
  return [{ path: 'serverUrl', message: 'This is no address: nothing is sent there.' }];
}

/** A first message may be sound elsewhere. */
function unplayedMessage({ firstMessage }: Fields): Warning[] {
  if (typeof firstMessage !== 'string' || !/^https?:\S+\.(mp3|wav|ogg)$/i.test(firstMessage))
    return [];
  return [
    { path: 'firstMessage', message: 'A sound is not played here: its address is read aloud.' },
  ];
}

/** What people write beside the model and mean of it. */
function modelWithOuter(model: Model, given: Fields): Model {
  const own: Fields = model;
  const { tools, functions } = given;
  const isPrompted =
    PROMPTS.some((name) => isText(own[name])) ||
    (model.messages ?? []).some(({ role }) => role === 'system');
  const [prompt] = OUTER_PROMPTS.map((name) => given[name]).filter(isText);
  const isMeant = isText(given.systemPrompt) ? own.systemPrompt === undefined : !isPrompted;
  return {
    ...model,
    ...(own.functions === undefined && Array.isArray(functions) && { functions }),
    ...(isMeant && prompt !== undefined && { systemPrompt: prompt }),
    ...(Array.isArray(tools) && { outerTools: tools }),
  };
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';
const isAddress = (text: string) => /^https?:/i.test(text) && URL.canParse(text);

function whyUnsent(type: string, reasons: Readonly<Record<string, string>>): string {
  const reason = reasons[type];
  const never = `"${type}" is never sent by this server`;
  return reason === undefined ? `${never}.` : `${never}: ${reason}`;
}

function renewModel(model: Model, warnings: Warning[]): Model {
  const { outerTools, ...plain } = model as Model & Fields;
  const { functions } = plain as Fields;
  const [prompt] = PROMPTS.map((name) => (plain as Fields)[name]).filter(isText);
  const messages = plain.messages ?? [];
  const prompted: Model =
    prompt === undefined
      ? plain
      : { ...plain, messages: [{ role: 'system' as const, content: prompt }, ...messages] };
  const asTool = (one: unknown) => ({
    type: 'function',
    function: one,
    ...serverOf(one),
    ...((one as Fields | null)?.async === true && { async: true }),
  });
  return addTools(prompted, [
    ...readTools(
      Array.isArray(functions) ? functions.map(asTool) : [],
      'model.functions',
      warnings,
    ),
    ...readTools(Array.isArray(outerTools) ? outerTools : [], 'tools', warnings),
  ]);
}

/** A function of earlier versions names its own server beside its parameters. */
function serverOf(one: unknown) {
  const { serverUrl } = { ...(one as { readonly serverUrl?: unknown }) };
  return isText(serverUrl) && isAddress(serverUrl) ? { server: { url: serverUrl } } : {};
}

const writtenTool = fitted(toolCreateSchema);
/** Functions of earlier versions were tools without a wrapping. */
const WRAPPED = /^(model\.functions\.\d+)\.function\b/;

/** Tools as they are written in other places; one that cannot be read is left out. */
export function readTools(
  written: readonly unknown[],
  place: string,
  warnings: Warning[],
): ToolCreate[] {
  return written.flatMap((one, index): ToolCreate[] => {
    const tool = writtenTool.safeParse(one);
    const pathOf = (path: string) =>
      `${place}.${index}.${path}`.replace(WRAPPED, '$1').slice(0, 400);
    if (tool.success) {
      const { form, warnings: found } = takeWarnings(tool.data);
      warnings.push(...found.map(({ path, message }) => ({ path: pathOf(path), message })));
      return [form];
    }
    const [issue] = leafIssues(tool.error.issues);
    const path = pathOf((issue?.path ?? []).map(String).join('.'));
    warnings.push({ path, message: `This tool cannot be used: ${issue?.message}` });
    return [];
  });
}

/** Those whose like is there already are not added. */
function addTools(model: Model, tools: readonly ToolCreate[]): Model {
  const own = model.tools ?? [];
  const has = new Set(own.map(keyOf));
  const added = tools.filter((tool) => !has.has(keyOf(tool)));
  return added.length === 0 ? model : { ...model, tools: [...own, ...added] };
}

const keyOf = (tool: ToolCreate) =>
  tool.type === 'endCall' || tool.type === 'dtmf'
    ? tool.type
    : `${tool.type} ${tool.function?.name ?? JSON.stringify(tool)}`;

function renewServer({ server, serverUrl, serverUrlSecret }: Fields) {
  if (!isText(serverUrl) || !isAddress(serverUrl)) return {};
  if ((server as Fields | null | undefined)?.url !== undefined) return {};
  const secret = typeof serverUrlSecret === 'string' && serverUrlSecret !== '';
  const own = (server ?? {}) as Fields;
  return { server: { ...(secret && { secret: serverUrlSecret }), ...own, url: serverUrl } };
}

function renewRecording({ recordingEnabled, artifactPlan }: Fields) {
  if (typeof recordingEnabled !== 'boolean') return {};
  return { artifactPlan: { recordingEnabled, ...(artifactPlan as Fields | undefined) } };
}

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
import { endpointingWarnings } from '../endpointing-rules.ts';
import { planHooks } from '../hooks/plan-hooks.ts';

type Fields = Readonly<Record<string, unknown>>;
type Model = NonNullable<AssistantCreate['model']>;

/** What the fields of today take: seconds, and words. */
const MAX_WAIT = 5;
const MAX_WORDS = 10;

/** Fields of earlier versions of the API that published clients still send, and that are read here. */
export const OLDER_FIELDS: ReadonlySet<string> = new Set([
  'serverUrl',
  'serverUrlSecret',
  'recordingEnabled',
  'endCallFunctionEnabled',
  'dialKeypadFunctionEnabled',
  'hipaaEnabled',
  'responseDelaySeconds',
  'numWordsToInterruptAssistant',
  'startSpeakingPlan.smartEndpointingEnabled',
  'tools:append',
  'tools',
  'functions',
  'systemPrompt',
  'model.systemPrompt',
  'model.systemMessage',
  'model.functions',
]);

/** An assistant in the fields of today: what it says in older ones is not lost, and what it says in both is as today. */
export function renewFields<Named extends { readonly model?: Model | undefined }>(
  named: Named,
): { readonly named: Named; readonly warnings: readonly Warning[] } {
  const given: Fields = named;
  const warnings = [
    ...planHooks(given.hooks, (text) => text).warnings,
    ...unknownSound(given),
    ...unusableRules(given),
    ...unknownMessages(given),
  ];
  const model =
    named.model === undefined
      ? undefined
      : renewModel(modelWithOuter(named.model, given), warnings);
  const tools = [
    ...(given.endCallFunctionEnabled === true ? [{ type: 'endCall' } as const] : []),
    ...(given.dialKeypadFunctionEnabled === true ? [{ type: 'dtmf' } as const] : []),
  ];
  return {
    named: {
      ...named,
      ...(model && { model: addTools(model, tools) }),
      ...renewServer(given),
      ...(given.hipaaEnabled === true && !given.compliancePlan
        ? { compliancePlan: { hipaaEnabled: true } }
        : {}),
      ...renewRecording(given),
      ...renewPlans(given),
    },
    warnings,
  };
}

/** When it speaks and when it stops, which were fields of their own. */
function renewPlans(given: Fields) {
  const { responseDelaySeconds: delay, numWordsToInterruptAssistant: words } = given;
  const start = (given.startSpeakingPlan ?? {}) as Fields;
  const renewedStart = {
    ...(typeof delay === 'number' && { waitSeconds: Math.min(MAX_WAIT, Math.max(0, delay)) }),
    ...(Boolean(start.smartEndpointingEnabled) && { smartEndpointingPlan: {} }),
  };
  const renewedStop = typeof words === 'number' && {
    numWords: Math.min(MAX_WORDS, Math.max(0, Math.round(words))),
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

/** Messages that nothing here sends. */
function unknownMessages({ serverMessages }: Fields): Warning[] {
  const known: readonly string[] = SERVER_MESSAGE_TYPES;
  return ((serverMessages as readonly string[] | undefined) ?? []).flatMap((type, index) =>
    known.includes(type) ? [] : [{ path: `serverMessages.${index}`, message: whyUnsent(type) }],
  );
}

/** What people write beside the model and mean of it. */
function modelWithOuter(model: Model, { tools, functions, systemPrompt }: Fields): Model {
  const own: Fields = model;
  return {
    ...model,
    ...(own.functions === undefined && Array.isArray(functions) && { functions }),
    ...(own.systemPrompt === undefined && typeof systemPrompt === 'string' && { systemPrompt }),
    ...(Array.isArray(tools) && { outerTools: tools }),
  };
}

function whyUnsent(type: string): string {
  const reason = UNSENT_SERVER_MESSAGES[type];
  const never = `"${type}" is never sent by this server`;
  return reason === undefined ? `${never}.` : `${never}: ${reason}`;
}

function renewModel(model: Model, warnings: Warning[]): Model {
  const { outerTools, ...plain } = model as Model & Fields;
  const { functions, systemMessage, systemPrompt = systemMessage } = plain as Fields;
  const isPrompt = typeof systemPrompt === 'string' && systemPrompt.trim() !== '';
  const messages = plain.messages ?? [];
  const prompted: Model = isPrompt
    ? { ...plain, messages: [{ role: 'system' as const, content: systemPrompt }, ...messages] }
    : plain;
  const asTool = (one: unknown) => ({ type: 'function', function: one, ...serverOf(one) });
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
  return typeof serverUrl === 'string' && /^https?:/.test(serverUrl) && URL.canParse(serverUrl)
    ? { server: { url: serverUrl } }
    : {};
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
  if (typeof serverUrl !== 'string' || !URL.canParse(serverUrl)) return {};
  if (server !== undefined && server !== null) return {};
  const secret = typeof serverUrlSecret === 'string' && serverUrlSecret !== '';
  return { server: { url: serverUrl, ...(secret && { secret: serverUrlSecret }) } };
}

function renewRecording({ recordingEnabled, artifactPlan }: Fields) {
  if (typeof recordingEnabled !== 'boolean') return {};
  return { artifactPlan: { recordingEnabled, ...(artifactPlan as Fields | undefined) } };
}

import {
  type AssistantCreate,
  SERVER_MESSAGE_TYPES,
  type ToolCreate,
  toolCreateSchema,
  type Warning,
} from '@kindling/protocol';

type Fields = Readonly<Record<string, unknown>>;
type Model = NonNullable<AssistantCreate['model']>;

/** Fields of earlier versions of the API that published clients still send, and that are read here. */
export const OLDER_FIELDS: ReadonlySet<string> = new Set([
  'serverUrl',
  'serverUrlSecret',
  'recordingEnabled',
  'endCallFunctionEnabled',
  'dialKeypadFunctionEnabled',
  'model.systemPrompt',
  'model.functions',
]);

/** An assistant in the fields of today: what it says in older ones is not lost, and what it says in both is as today. */
export function renewFields<Named extends { readonly model?: Model | undefined }>(
  named: Named,
): { readonly named: Named; readonly warnings: readonly Warning[] } {
  const given: Fields = named;
  const warnings = unknownMessages(given);
  const model = named.model === undefined ? undefined : renewModel(named.model, warnings);
  const tools = [
    ...(given.endCallFunctionEnabled === true ? [{ type: 'endCall' } as const] : []),
    ...(given.dialKeypadFunctionEnabled === true ? [{ type: 'dtmf' } as const] : []),
  ];
  return {
    named: {
      ...named,
      ...(model && { model: addTools(model, tools) }),
      ...renewServer(given),
      ...renewRecording(given),
    },
    warnings,
  };
}

/** Messages that nothing here sends. */
function unknownMessages({ serverMessages }: Fields): Warning[] {
  const known: readonly string[] = SERVER_MESSAGE_TYPES;
  return ((serverMessages as readonly string[] | undefined) ?? []).flatMap((type, index) =>
    known.includes(type)
      ? []
      : [{ path: `serverMessages.${index}`, message: `"${type}" is never sent by this server.` }],
  );
}

function renewModel(model: Model, warnings: Warning[]): Model {
  const { systemPrompt, functions } = model as Fields;
  const isPrompt = typeof systemPrompt === 'string' && systemPrompt.trim() !== '';
  const messages = model.messages ?? [];
  const prompted = isPrompt
    ? { ...model, messages: [{ role: 'system' as const, content: systemPrompt }, ...messages] }
    : model;
  if (!Array.isArray(functions)) return prompted;
  const tools = functions.flatMap((one: unknown, index): ToolCreate[] => {
    const tool = toolCreateSchema.safeParse({ type: 'function', function: one });
    if (tool.success) return [tool.data];
    const [issue] = tool.error.issues;
    const path = ['model.functions', index, ...(issue?.path.slice(1) ?? [])].join('.');
    warnings.push({ path, message: `This function cannot be used: ${issue?.message}` });
    return [];
  });
  return addTools(prompted, tools);
}

/** Those whose like is there already are not added. */
function addTools(model: Model, tools: readonly ToolCreate[]): Model {
  const own = model.tools ?? [];
  const has = new Set(own.map(keyOf));
  const added = tools.filter((tool) => !has.has(keyOf(tool)));
  return added.length === 0 ? model : { ...model, tools: [...own, ...added] };
}

const keyOf = ({ type, function: named }: ToolCreate) =>
  type === 'function' ? `function ${named?.name}` : type;

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

import type { Hook, HookAction } from '@kindling/conversation';
import {
  HOOK_ACTIONS,
  HOOK_EVENTS,
  type HookActionForm,
  type HookEvent,
  type HookForm,
  hookSchema,
  type ToolCreate,
  toolCreateSchema,
  type Warning,
} from '@kindling/protocol';
import { isFields } from '../../../../platform/errors/is-fields.ts';
import { toolWarnings } from '../../../tools/unavailable-tools.ts';

/** A tool that a hook uses: brought along, or stored. */
export type HookTool =
  | { readonly key: string; readonly tool: ToolCreate }
  | { readonly key: string; readonly toolId: string };

export interface PlannedHooks {
  /** Their tools are named by the keys of `tools`. */
  readonly hooks: readonly Hook[];
  readonly tools: readonly HookTool[];
  /** What of them does nothing here. */
  readonly warnings: readonly Warning[];
}

const TIMEOUT_SECONDS = 7.5;
const TIMEOUT_COUNT = 3;
const REASON_KEY = 'call.endedReason';

/**
 * An assistant's hooks as a conversation carries them out.
 *
 * @param fill replaces variables
 */
export function planHooks(value: unknown, fill: (text: string) => string): PlannedHooks {
  const tools: HookTool[] = [];
  const warnings: Warning[] = [];
  const forms = hookSchema.array().safeParse(value ?? []);
  const hooks = (forms.success ? forms.data : []).flatMap((form, index): Hook[] => {
    const path = `hooks.${index}`;
    const problem = problemOf(form);
    if (problem !== null)
      warnings.push({ path: `${path}.${problem.path}`, message: problem.message });
    if (problem !== null) return [];
    const actions = form.do.flatMap((action, at): HookAction[] => {
      const place = `${path}.do.${at}.`;
      const planned = planAction(action, { fill, tools, place, warnings });
      if (typeof planned !== 'string') return [planned];
      warnings.push({ path: `${path}.do.${at}`, message: planned });
      return [];
    });
    return [{ on: form.on as HookEvent, actions, ...limitsOf(form) }];
  });
  return { hooks, tools, warnings };
}

function problemOf({ on, filters = [] }: HookForm): Warning | null {
  const events: readonly string[] = HOOK_EVENTS;
  if (!events.includes(on))
    return { path: 'on', message: `"${on}" never happens on this server: the hook does nothing.` };
  const unknown = filters.findIndex(({ type, key }) => type !== 'oneOf' || key !== REASON_KEY);
  if (unknown === -1) return null;
  const message = `Only oneOf ${REASON_KEY} can be asked for here: the hook does nothing.`;
  return { path: `filters.${unknown}`, message };
}

function limitsOf({ on, filters = [], options }: HookForm): Partial<Hook> {
  if (on === 'customer.speech.timeout')
    return {
      timeout: {
        after: (options?.timeoutSeconds ?? TIMEOUT_SECONDS) * 1_000,
        most: options?.triggerMaxCount ?? TIMEOUT_COUNT,
        countAnew: options?.triggerResetMode === 'onUserSpeech',
      },
    };
  const [first, ...others] = filters;
  if (on !== 'call.ending' || first === undefined) return {};
  return {
    reasons: first.oneOf.filter((reason) => others.every(({ oneOf }) => oneOf.includes(reason))),
  };
}

interface Planning {
  readonly fill: (text: string) => string;
  readonly tools: HookTool[];
  /** Where the action is, for warnings: ends with a dot. */
  readonly place: string;
  readonly warnings: Warning[];
}

/** The action, or why it does nothing here. */
function planAction(
  form: HookActionForm,
  { fill, tools, place, warnings }: Planning,
): HookAction | string {
  switch (form.type) {
    case 'say':
      return planWords(form, fill);
    case 'message.add':
      return planMessage(form, fill);
    case 'tool':
    case 'function': {
      const key = `hook-${tools.length}`;
      const args = JSON.stringify(argumentsOf(form, fill));
      if (form.toolId) tools.push({ key, toolId: form.toolId });
      else {
        const tool = toolCreateSchema.safeParse(toolOf(form));
        if (!tool.success) return `This tool cannot be used: ${tool.error.issues[0]?.message}`;
        tools.push({ key, tool: tool.data });
        warnings.push(...toolWarnings(tool.data, `${place}tool.`));
      }
      return { type: 'tool', name: key, arguments: args };
    }
    default:
      return `"${form.type}" is not done here, only ${HOOK_ACTIONS.join(', ')}.`;
  }
}

function planWords({ exact, prompt }: HookActionForm, fill: Planning['fill']): HookAction | string {
  const texts = [exact ?? []].flat().filter((text) => text.trim() !== '');
  if (texts.length > 0) return { type: 'say', texts: texts.map(fill) };
  const asked =
    typeof prompt === 'string'
      ? prompt
      : (prompt ?? []).map(({ content }) => content ?? '').join('\n');
  if (asked.trim() === '') return 'There is nothing to say: give exact or prompt.';
  return { type: 'prompt', prompt: fill(asked) };
}

function planMessage(form: HookActionForm, fill: Planning['fill']): HookAction | string {
  const { role, content } = form.message ?? {};
  if (!content || (role !== 'system' && role !== 'assistant'))
    return 'Only system and assistant messages with content can be added by a hook.';
  const respond = form.triggerResponseEnabled ?? true;
  return { type: 'add-message', role, content: fill(content), respond };
}

function toolOf({ type, tool, function: named, server, async }: HookActionForm): unknown {
  if (type === 'tool') return tool;
  return {
    type,
    function: named,
    ...(server && { server }),
    ...(async !== undefined && { async }),
  };
}

/** What a tool is given besides: `parameters` is a list of keys and values. */
function argumentsOf({ tool }: HookActionForm, fill: Planning['fill']): Record<string, unknown> {
  const given = isFields(tool) && Array.isArray(tool.parameters) ? tool.parameters : [];
  return Object.fromEntries(
    given.flatMap((one: unknown) => {
      if (!isFields(one) || typeof one.key !== 'string') return [];
      return [[one.key, typeof one.value === 'string' ? fill(one.value) : one.value]];
    }),
  );
}

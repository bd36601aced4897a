import type { JsonSchema, ToolResult, ToolRunner, ToolRunOptions } from '@kindling/conversation';
import type { ConversationNode } from '@kindling/protocol';
import { type ArgumentsCheck, createArgumentsCheck } from '../../../tools/check-arguments.ts';
import { type HopLimit, toToolNames } from '../handoffs.ts';
import type { Exit } from './plan-workflow.ts';

type Variables = Readonly<Record<string, unknown>>;

export interface ExitToolsOptions {
  readonly node: ConversationNode;
  readonly exits: readonly Exit[];
  readonly mayHandOver: HopLimit;
  /** Said again when what the node asks for was not understood; null: the model finds words. */
  readonly askAgain: () => string | null;
  /** A step failed in a way that nobody foresaw: its model did not answer. */
  readonly onFault: (error: unknown) => void;
  /** Goes on to where the exit leads. */
  readonly leave: (
    exit: Exit,
    variables: Variables,
    options: ToolRunOptions,
  ) => Promise<Pick<ToolResult, 'content' | 'effect' | 'failed' | 'say'>>;
}

const NOTHING: JsonSchema = { type: 'object', properties: {} };

/** One tool for each way out of a node; its arguments are what the node takes down. */
export function createExitTools(options: ExitToolsOptions): ToolRunner {
  const { node, exits } = options;
  const names = toToolNames(
    'go_to_',
    exits.map(({ to }) => to.name),
  );
  const parameters: JsonSchema = { ...NOTHING, ...node.variableExtractionPlan?.schema };
  const check = createArgumentsCheck(parameters);
  return {
    definitions: exits.map(({ condition }, index) => ({
      name: names[index] ?? '',
      description:
        condition === null
          ? 'Call this as soon as what this step is for is done.'
          : `Call this as soon as this is so: ${condition}`,
      parameters,
      when: condition ?? '',
    })),
    async run({ id, name, arguments: text }, run) {
      const result = { toolCallId: id, name };
      const exit = exits[names.indexOf(name)];
      if (exit === undefined) return { ...result, content: 'There is no such step.', failed: true };
      if (!options.mayHandOver(run.messages)) {
        const content = 'Too many steps without a word of the person; answer yourself.';
        return { ...result, content, failed: true };
      }
      const read = readVariables(await check(text), parameters);
      if (typeof read === 'string') {
        const say = options.askAgain();
        return { ...result, content: read, failed: true, ...(say === null ? {} : { say }) };
      }
      try {
        return { ...result, ...(await options.leave(exit, read, run)) };
      } catch (error) {
        options.onFault(error);
        return { ...result, content: 'The next step failed; go on without it.', failed: true };
      }
    },
  };
}

/** What the node asks for, of what the model wrote; a text: why it does not do. */
function readVariables(
  checked: ArgumentsCheck,
  { properties, required }: JsonSchema,
): Variables | string {
  if (!checked.ok) return `${checked.message} Ask for what is still unknown.`;
  const { values } = checked;
  const missing = Array.isArray(required) ? required.filter((name) => values[name] === '') : [];
  if (missing.length > 0) return `Still unknown: ${missing.join(', ')}. Ask for it first.`;
  const isWanted = (name: string) =>
    typeof properties === 'object' && properties !== null && Object.hasOwn(properties, name);
  return Object.fromEntries(Object.entries(values).filter(([name]) => isWanted(name)));
}

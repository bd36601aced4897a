import type { Condition, ToolMessage } from '@kindling/protocol';
import { fillVariables } from '../variables/variables.ts';

type Values = Readonly<Record<string, unknown>>;
type WordsOf<T extends ToolMessage['type']> = Extract<ToolMessage, { type: T }>;

/** The message of a kind that fits the arguments; one with conditions goes before one without. */
export function findWords<T extends ToolMessage['type']>(
  messages: readonly ToolMessage[] | undefined,
  type: T,
  values: Values,
): WordsOf<T> | null {
  const fitting = (messages ?? []).filter(
    (message): message is WordsOf<T> =>
      message.type === type && (message.conditions ?? []).every((one) => holds(one, values)),
  );
  return fitting.toSorted((a, b) => count(b) - count(a))[0] ?? null;
}

/** Empty: nothing is said. */
export function wordsOf(message: ToolMessage | null, values: Values): string {
  return fillVariables(message?.content ?? message?.contents?.[0]?.text ?? '', values).trim();
}

const count = (message: ToolMessage) => message.conditions?.length ?? 0;

function holds({ operator, param, value }: Condition, values: Values): boolean {
  const given = values[param];
  if (operator === 'eq') return String(given) === value;
  if (operator === 'neq') return String(given) !== value;
  const [left, right] = [Number(given), Number(value)];
  if (Number.isNaN(left) || Number.isNaN(right)) return false;
  if (operator === 'gt') return left > right;
  if (operator === 'gte') return left >= right;
  return operator === 'lt' ? left < right : left <= right;
}

import type { LeftOut } from './map-fields.ts';
import type { SourceRow } from './source-account.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A suite with its one test, made of an eval. */
export interface EvalSuite {
  readonly suite: { readonly name: string };
  readonly test: {
    readonly type: 'chat';
    readonly name: string;
    readonly script: string;
    readonly scorers: readonly { readonly type: 'ai'; readonly rubric: string }[];
  };
  readonly leftOut: readonly LeftOut[];
}

const NAME_MAX = 80;

/** Null: it says nothing, or judges nothing, that a test can. */
export function suiteOf(row: SourceRow): EvalSuite | null {
  const messages: readonly Fields[] = Array.isArray(row.messages) ? row.messages : [];
  const lines: string[] = [];
  const rubric: string[] = [];
  const leftOut: LeftOut[] = [];
  messages.forEach(({ role, content, judgePlan }, index) => {
    const path = `messages.${index}`;
    if (role === 'user') lines.push(oneLine(content));
    const judged = judgePlan === undefined ? null : criterionOf(judgePlan as Fields);
    if (judged !== null && judged !== '') rubric.push(judged);
    if (judged === '') leftOut.push({ path, why: 'only words and a model judge here' });
    if (judgePlan === undefined && role !== 'user')
      leftOut.push({ path, why: 'the assistant answers for itself' });
  });
  const script = lines.filter((line) => line !== '').join('\n');
  if (script === '' || rubric.length === 0) return null;
  const name = String(row.name ?? 'Eval').slice(0, NAME_MAX);
  const scorers = [{ type: 'ai', rubric: rubric.join('\n') }] as const;
  return { suite: { name }, test: { type: 'chat', name, script, scorers }, leftOut };
}

/** A line of a rubric; empty: there is none like it. */
function criterionOf({ type, content, model }: Fields): string {
  if (type === 'exact') return content ? `"${oneLine(content).replaceAll('"', "'")}"` : '';
  if (type !== 'ai') return '';
  const messages = (model as { readonly messages?: readonly Fields[] } | undefined)?.messages ?? [];
  return oneLine(messages.map((one) => one.content).join(' '));
}

const oneLine = (text: unknown): string =>
  typeof text === 'string' ? text.replaceAll(/\s+/g, ' ').trim() : '';

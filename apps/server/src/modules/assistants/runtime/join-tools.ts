import type { ToolRunner } from '@kindling/conversation';

/** Two sets of tools as one; of two with one name the first counts. */
export function joinTools(first: ToolRunner, second: ToolRunner | undefined): ToolRunner {
  if (second === undefined) return first;
  const isFirst = (name: string) => first.definitions.some((one) => one.name === name);
  return {
    get definitions() {
      return [...first.definitions, ...second.definitions.filter(({ name }) => !isFirst(name))];
    },
    run: (call, options) => (isFirst(call.name) ? first : second).run(call, options),
  };
}

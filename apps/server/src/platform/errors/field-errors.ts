import { type FieldError, leafIssues } from '@kindling/protocol';
import type { z } from 'zod';

/** Every field that did not fit, and why; `path` goes before their names. */
export function fieldErrors(
  issues: readonly z.core.$ZodIssue[],
  path: readonly PropertyKey[] = [],
): FieldError[] {
  return leafIssues(issues, path).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys' && issue.message.startsWith('Unrecognized key'))
      return issue.keys.map((key) => ({
        path: [...issue.path, key].map(String).join('.'),
        message: 'is not known here.',
      }));
    return [{ path: issue.path.map(String).join('.'), message: issue.message }];
  });
}

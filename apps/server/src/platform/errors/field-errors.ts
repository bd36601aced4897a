import type { FieldError } from '@kindling/protocol';
import type { z } from 'zod';

type Path = readonly PropertyKey[];

/** Every field that did not fit, and why; `path` goes before their names. */
export function fieldErrors(issues: readonly z.core.$ZodIssue[], path: Path = []): FieldError[] {
  return issues.flatMap((issue) => {
    const own = [...path, ...issue.path];
    const meant = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
    if (meant !== undefined) return fieldErrors(meant, own);
    if (issue.code === 'unrecognized_keys' && issue.message.startsWith('Unrecognized key'))
      return issue.keys.map((key) => ({
        path: [...own, key].map(String).join('.'),
        message: 'is not known here.',
      }));
    return [{ path: own.map(String).join('.'), message: issue.message }];
  });
}

/** Of several forms that a field may have: the one that was sent, with a fault inside of it. */
function meantBranch(
  branches: readonly (readonly z.core.$ZodIssue[])[],
): readonly z.core.$ZodIssue[] | undefined {
  const sent = branches.filter((issues) => issues.every((issue) => issue.path.length > 0));
  return sent.toSorted((one, other) => one.length - other.length)[0];
}

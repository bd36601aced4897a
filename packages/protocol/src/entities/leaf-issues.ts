import type { z } from 'zod';

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

/** Which of several forms something has. */
const KINDS: readonly PropertyKey[] = ['type', 'provider'];

/** The faults themselves, each with its whole path: of a field that may have several forms those of the one that was sent. */
export function leafIssues(issues: readonly Issue[], path: Path = []): Issue[] {
  return issues.flatMap((issue): Issue[] => {
    const own = [...path, ...issue.path];
    const meant = issue.code === 'invalid_union' ? meantBranch(issue.errors) : undefined;
    return meant === undefined ? [{ ...issue, path: own }] : leafIssues(meant, own);
  });
}

/** Of several forms that a field may have: the one that was sent, with a fault inside of it. */
function meantBranch(branches: readonly (readonly Issue[])[]): readonly Issue[] | undefined {
  const sent = branches.filter((issues) => issues.every(({ path }) => path.length > 0));
  const ofKind = sent.filter(
    (issues) => !issues.some(({ path }) => path.length === 1 && KINDS.includes(path[0] ?? '')),
  );
  return (ofKind.length > 0 ? ofKind : sent).toSorted((one, other) => one.length - other.length)[0];
}

import { z } from 'zod';
import {
  type Issue,
  nearest,
  type Path,
  readAs,
  saysNothing,
  standardValue,
  valueAt,
} from './fitted-values.ts';
import { leafIssues } from './leaf-issues.ts';
import { type Warning, warningSchema } from './warning.ts';

export interface FitOptions {
  /** Only what is below these fields is fitted; what does not fit elsewhere is refused. @default all */
  readonly within?: readonly string[];
  /** More fields that are never fitted, wherever they are. */
  readonly refused?: readonly string[];
  /** Fields of which nothing is left out, wherever they are: what can be read otherwise still is. */
  readonly needed?: readonly string[];
}

/**
 * What protects people is never left out because it cannot be read: where requests go and what they prove
 * themselves with, what may be kept of a person. Nor is a prompt cut.
 */
const REFUSED: readonly string[] = [
  ...['url', 'headers', 'secret', 'credentialId', 'credentialIds', 'credentials'],
  ...['compliancePlan', 'recordingEnabled', 'videoRecordingEnabled', 'transcriptPlan'],
  ...['pageMessageRoles', 'prompt', 'globalPrompt'],
];
/** Leaving one thing out may make what holds it not fit: as often as things are nested. */
const ROUNDS = 12;
/** More faults than anybody writes by mistake. */
const MAX_ISSUES = 200;
const MAX_WARNINGS = 50;

/**
 * A schema that makes do: numbers beyond a bound become the bound, and optional parts that are not known or do not
 * fit are left out, each with a line in `warnings` of the object (see `takeWarnings`). What it needs must still fit,
 * and a value of another type that cannot be read is refused.
 */
export function fitted<S extends z.ZodType>(schema: S, options: FitOptions = {}): S {
  // It takes and answers what `schema` does: only what it does with the rest is different.
  return z.preprocess((given) => fit(schema, given, options), schema) as unknown as S;
}

/** The same for a request that says, among other things, who answers. */
export const fittedAnswerers = <S extends z.ZodType>(schema: S): S =>
  fitted(schema, {
    within: ['assistant', 'assistantOverrides', 'squad', 'workflow', 'workflowOverrides'],
  });

/** What was fitted on the way in, and the form without it. */
export function takeWarnings<Form extends object>(
  form: Form,
): { readonly form: Form; readonly warnings: readonly Warning[] } {
  const { warnings, ...rest } = form as Form & { readonly warnings?: unknown };
  const parsed = z.array(warningSchema).safeParse(warnings);
  return { form: rest as unknown as Form, warnings: parsed.data ?? [] };
}

function fit(schema: z.ZodType, given: unknown, options: FitOptions): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  // What a client sends back of an answer is none of ours.
  const { warnings: _, ...sent } = given as Record<string, unknown>;
  const first = schema.safeParse(sent);
  if (first.success) return sent;
  if (first.error.issues.length > MAX_ISSUES) return sent;
  const mender = createMender(structuredClone(sent));
  let issues: readonly Issue[] = first.error.issues;
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaves = leafIssues(issues);
    if (!leaves.every((issue) => mayBeMended(issue, mender.value, options))) return sent;
    if (!mender.mend(leaves)) return sent;
    const parsed = schema.safeParse(mender.value);
    if (parsed.success) {
      const warnings = mender.warnings.slice(0, MAX_WARNINGS);
      return warnings.length === 0 ? mender.value : { ...mender.value, warnings };
    }
    issues = parsed.error.issues;
  }
  return sent;
}

function mayBeMended(issue: Issue, value: unknown, options: FitOptions): boolean {
  const { within, refused = [], needed = [] } = options;
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ''] : issue.path;
  if (path.length === 0) return false;
  const given = valueAt(value, path);
  const isNothing = saysNothing(issue, given);
  if (within !== undefined && !(path.length > 1 && within.includes(String(path[0]))))
    return isNothing;
  if (isNothing) return true;
  if (given === undefined && standardValue(path, value) !== undefined) return true;
  // What can be read without a doubt is what was meant.
  if (given !== undefined && readAs(issue, given) !== undefined) return true;
  // A word where a number belongs is a mistake that its author wants to hear of.
  const isWrongType = issue.code === 'invalid_type' && given !== undefined;
  const isNear = given !== undefined && nearest(issue, given) !== undefined;
  if (isWrongType && !isNear) return false;
  if (issue.code === 'too_big' && path.at(-1) === 'content') return false;
  const isIn = (fields: readonly string[]) => path.some((name) => fields.includes(String(name)));
  return !isIn(REFUSED) && !isIn(refused) && (isNear || !isIn(needed));
}

interface Mender {
  readonly value: Record<string, unknown>;
  readonly warnings: Warning[];
  /** False: nothing can be done. */
  mend(issues: readonly Issue[]): boolean;
}

function createMender(value: Record<string, unknown>): Mender {
  const warnings: Warning[] = [];
  /** Of lists that lost something: where in the list each of the rest was. */
  const places = new WeakMap<object, number[]>();

  function writtenPath(path: Path): string {
    let at: unknown = value;
    const names = path.map((name) => {
      const place = typeof at === 'object' && at !== null ? places.get(at) : undefined;
      at = valueAt(at, [name]);
      return String(place?.[Number(name)] ?? String(name));
    });
    return names.join('.').slice(0, 400);
  }

  function warn(path: Path, message: string): void {
    warnings.push({ path: writtenPath(path), message: message.slice(0, 1_000) });
  }

  function leaveOut(path: Path): void {
    const holder = valueAt(value, path.slice(0, -1));
    const name = path.at(-1);
    if (Array.isArray(holder)) {
      const place = places.get(holder) ?? holder.map((_, index) => index);
      places.set(holder, place.toSpliced(Number(name), 1));
      holder.splice(Number(name), 1);
    } else if (typeof holder === 'object' && holder !== null)
      Reflect.deleteProperty(holder, name ?? '');
  }

  function put(path: Path, next: unknown): void {
    const holder = valueAt(value, path.slice(0, -1));
    if (typeof holder === 'object' && holder !== null) Reflect.set(holder, path.at(-1) ?? '', next);
  }

  /** The path that was left out; null: the whole cannot be mended. */
  function mendOne(issue: Issue): Path | null {
    const { path } = issue;
    const given = valueAt(value, path);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) {
        warn([...path, key], 'This is not known here. It is left out.');
        leaveOut([...path, key]);
      }
      return path;
    }
    if (given === undefined) {
      const standard = standardValue(path, value);
      if (standard !== undefined) {
        if (standard.message !== undefined) warn(path, standard.message);
        put(path, standard.value);
        return path;
      }
      const holder = path.slice(0, -1);
      if (holder.length === 0) return null;
      warn(holder, `${String(path.at(-1))} is missing: ${sentence(issue.message)} It is left out.`);
      leaveOut(holder);
      return holder;
    }
    const isNothing = saysNothing(issue, given);
    const next = isNothing ? undefined : (readAs(issue, given) ?? nearest(issue, given));
    if (next === undefined) {
      const reason = isNothing
        ? `${JSON.stringify(given)} says nothing here.`
        : sentence(issue.message);
      warn(path, `${reason} It is left out.`);
      leaveOut(path);
    } else {
      if (next.message !== undefined) warn(path, next.message);
      put(path, next.value);
    }
    return path;
  }

  return {
    value,
    warnings,
    mend(issues) {
      const done: Path[] = [];
      // From the last to the first: what is left out of a list moves only what was looked at.
      for (const issue of issues.toReversed()) {
        if (done.some((path) => isWithin(issue.path, path))) continue;
        const path = mendOne(issue);
        if (path === null) return false;
        done.push(path);
      }
      return true;
    },
  };
}

const isWithin = (path: Path, holder: Path) => holder.every((name, index) => path[index] === name);
const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);

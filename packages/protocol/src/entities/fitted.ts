import { z } from 'zod';
import { leafIssues } from './leaf-issues.ts';
import { type Warning, warningSchema } from './warning.ts';

export interface FitOptions {
  /** Only what is below these fields is fitted; what does not fit elsewhere is refused. @default all */
  readonly within?: readonly string[];
  /** More fields that are never fitted, wherever they are. */
  readonly refused?: readonly string[];
}

/**
 * What protects somebody is never left out because it cannot be read: where requests go and what they prove
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

type Path = readonly PropertyKey[];
type Issue = z.core.$ZodIssue;

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
  const refused = new Set([...REFUSED, ...(options.refused ?? [])]);
  const mender = createMender(structuredClone(sent));
  let issues: readonly Issue[] = first.error.issues;
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaves = leafIssues(issues);
    if (!leaves.every((issue) => mayBeMended(issue, mender.value, { ...options, fields: refused })))
      return sent;
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

interface MayBeMended extends FitOptions {
  readonly fields: ReadonlySet<string>;
}

function mayBeMended(issue: Issue, value: unknown, { within, fields }: MayBeMended): boolean {
  const path = issue.code === 'unrecognized_keys' ? [...issue.path, ''] : issue.path;
  if (path.length === 0) return false;
  const given = valueAt(value, path);
  const isNull = saysNothing(path, given);
  if (within !== undefined && !(path.length > 1 && within.includes(String(path[0])))) return isNull;
  if (isNull) return true;
  if (given === undefined && standardValue(path, value) !== undefined) return true;
  // What can be read without a doubt is what was meant.
  if (given !== undefined && readAs(issue, given) !== undefined) return true;
  // A word where a number belongs is a mistake, which whoever made it wants to hear of.
  const isWrongType = issue.code === 'invalid_type' && given !== undefined;
  if (isWrongType && nearest(issue, given) === undefined) return false;
  if (issue.code === 'too_big' && path.at(-1) === 'content') return false;
  return !path.some((name) => fields.has(String(name)));
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
        put(path, standard);
        return path;
      }
      const holder = path.slice(0, -1);
      if (holder.length === 0) return null;
      warn(holder, `${String(path.at(-1))} is missing: ${sentence(issue.message)} It is left out.`);
      leaveOut(holder);
      return holder;
    }
    const isNothing = saysNothing(path, given);
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

/** What stands for a part that is not said. */
function standardValue(path: Path, whole: unknown): unknown {
  const name = path.at(-1);
  const holder = path.at(-2);
  if (path.length === 1 && name === 'edges') return [];
  if (name === 'function') return bareFunction(valueAt(whole, path.slice(0, -1)));
  if (holder === 'model' && name === 'provider') return 'default';
  const isSchema = holder === 'parameters' || holder === 'schema';
  return isSchema && name === 'type' ? 'object' : undefined;
}

/** A function that was written as a tool without a wrapping. */
function bareFunction(tool: unknown): unknown {
  const { name, description, parameters, strict } = { ...(tool as Record<string, unknown>) };
  if (typeof name !== 'string') return undefined;
  return {
    name,
    ...(description !== undefined && { description }),
    ...(parameters !== undefined && { parameters }),
    ...(strict !== undefined && { strict }),
  };
}

interface Nearest {
  readonly value: unknown;
  /** Where it does not mean the same. */
  readonly message?: string;
}

/** The value that fits and is meant; undefined: there is none. */
function nearest(issue: Issue, given: unknown): Nearest | undefined {
  if (issue.code === 'invalid_type' && issue.expected === 'int' && typeof given === 'number')
    return {
      value: Math.round(given),
      message: `It is a whole number here: ${Math.round(given)}.`,
    };
  if (issue.code === 'invalid_format' && issue.path.at(-1) === 'name') {
    const name = String(given)
      .replaceAll(/[^a-zA-Z0-9_-]+/g, '_')
      .slice(0, issue.path.at(-2) === 'function' ? 64 : 40);
    return name === '' ? undefined : { value: name, message: `It is known as "${name}" here.` };
  }
  if (issue.code !== 'too_big' && issue.code !== 'too_small') return undefined;
  const bound = Number(issue.code === 'too_big' ? issue.maximum : issue.minimum);
  if (typeof given === 'number')
    return { value: bound, message: `${given} is beyond what can be: ${bound} is used.` };
  if (issue.code === 'too_small') return undefined;
  if (typeof given === 'string')
    return {
      value: given.slice(0, bound),
      message: `What is behind ${bound} characters is left out.`,
    };
  if (Array.isArray(given))
    return {
      value: given.slice(0, bound),
      message: `What is behind the first ${bound} is left out.`,
    };
  return undefined;
}

/** Other words for who speaks. */
const ROLES: Readonly<Record<string, string>> = {
  developer: 'system',
  bot: 'assistant',
  ai: 'assistant',
  human: 'user',
};

/** The same in another type or spelling: what forms, environments and other APIs make of values. */
function readAs(issue: Issue, given: unknown): Nearest | undefined {
  if (issue.code === 'invalid_type') {
    const isProtection = issue.path.includes('compliancePlan') && issue.expected === 'boolean';
    // With settings of its own it is wanted.
    if (isProtection && isObject(given)) return { value: true, message: 'It is read as true.' };
    return sameOfType(String(issue.expected), given);
  }
  if (issue.code !== 'invalid_value' || typeof given !== 'string') return undefined;
  const word = (issue.path.at(-1) === 'role' ? ROLES[given] : undefined) ?? given;
  const meant = issue.values.find(
    (one) => typeof one === 'string' && one.toLowerCase() === word.toLowerCase(),
  );
  return meant === undefined ? undefined : { value: meant };
}

function sameOfType(expected: string, given: unknown): Nearest | undefined {
  if (expected === 'number' && typeof given === 'string' && given.trim() !== '') {
    const value = Number(given);
    return Number.isFinite(value) ? { value } : undefined;
  }
  if (expected === 'boolean' && (given === 'true' || given === 'false'))
    return { value: given === 'true' };
  if (expected === 'string') {
    if (typeof given === 'number' || typeof given === 'boolean') return { value: String(given) };
    const parts = z
      .array(z.looseObject({ text: z.string() }))
      .min(1)
      .safeParse(given);
    return parts.success ? { value: parts.data.map(({ text }) => text).join('\n') } : undefined;
  }
  if (expected === 'array' && (typeof given === 'string' || isObject(given)))
    return { value: [given] };
  return undefined;
}

/** Of these an empty text is what a setting leaves that is not set. */
const SETTINGS: readonly PropertyKey[] = ['url', 'secret', 'credentialId'];

const saysNothing = (path: Path, given: unknown) =>
  given === null || (given === '' && SETTINGS.includes(path.at(-1) ?? ''));

const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const sentence = (message: string) => (/[.!?]$/.test(message) ? message : `${message}.`);

function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, name) =>
      isObject(at) && Object.hasOwn(at as object, name)
        ? Reflect.get(at as object, name)
        : undefined,
    value,
  );
}

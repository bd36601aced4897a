import { z } from 'zod';

export type Path = readonly PropertyKey[];
export type Issue = z.core.$ZodIssue;

/** What is put in the place of a value. */
export interface Meant {
  readonly value: unknown;
  /** Where it does not mean the same. */
  readonly message?: string;
}

type Fields = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

export function valueAt(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (at, name) => (isObject(at) && Object.hasOwn(at, name) ? Reflect.get(at, name) : undefined),
    value,
  );
}

/** Of these an empty text is what a setting leaves that is not set. */
const SETTINGS: readonly PropertyKey[] = [
  ...['url', 'secret', 'credentialId'],
  ...['serverUrl', 'serverUrlSecret'],
];
/** What an empty text cannot be. */
const NO_TEXT: readonly string[] = ['number', 'int', 'boolean', 'object', 'record', 'array'];

export function saysNothing(issue: Issue, given: unknown): boolean {
  if (given !== '') return given === null;
  if (SETTINGS.includes(issue.path.at(-1) ?? '')) return true;
  return issue.code === 'invalid_type' && NO_TEXT.includes(issue.expected);
}

/** What stands for a part that is not said. */
export function standardValue(path: Path, whole: unknown): Meant | undefined {
  const name = path.at(-1);
  const holder = path.at(-2);
  const held = valueAt(whole, path.slice(0, -1));
  const fields: Fields = isObject(held) ? held : {};
  if (path.length === 1 && name === 'edges') return { value: [] };
  if (name === 'function') return bareFunction(fields);
  if (name === 'provider') return ofPart(holder, fields);
  if (path.at(-3) === 'nodes') return ofNode(name, fields, Number(holder));
  if (path.at(-3) === 'edges') return ofEdge(name, fields);
  if (name !== 'type') return undefined;
  const isSchema = holder === 'parameters' || holder === 'schema';
  if (isSchema) return { value: 'object' };
  const isFunction =
    isObject(fields.function) || (isText(fields.name) && isObject(fields.parameters));
  return isFunction ? { value: 'function' } : undefined;
}

/** A function that was written as a tool without a wrapping. */
function bareFunction(tool: Fields): Meant | undefined {
  const { name, description, parameters, strict } = tool;
  if (typeof name !== 'string') return undefined;
  return {
    value: {
      name,
      ...(description !== undefined && { description }),
      ...(parameters !== undefined && { parameters }),
      ...(strict !== undefined && { strict }),
    },
  };
}

/** Makers of models by what their names begin with. */
const MAKERS: readonly (readonly [start: RegExp, provider: string])[] = [
  [/^claude/i, 'anthropic'],
  [/^gemini/i, 'google'],
  [/^grok/i, 'xai'],
];

/** Whose model it is, where only its name was written. */
export function modelProviderOf(model: unknown): string {
  const [, provider = 'openai'] = MAKERS.find(([start]) => start.test(String(model ?? ''))) ?? [];
  return provider;
}

/** Of what thinks, speaks or listens: who provides it. */
function ofPart(part: unknown, { model, voiceId, language }: Fields): Meant | undefined {
  if (part === 'model') return { value: modelProviderOf(model) };
  if (part === 'voice' && isText(voiceId)) return { value: 'vapi' };
  const isHeard = part === 'transcriber' && (isText(model) || isText(language));
  return isHeard ? { value: 'deepgram' } : undefined;
}

const TALK = ['prompt', 'systemPrompt', 'firstMessage', 'messagePlan'];

/** Steps of a workflow may be known by their ids alone. */
function ofNode(name: unknown, node: Fields, index: number): Meant | undefined {
  if (name === 'name')
    return {
      value: isText(node.id) ? node.id : `${isText(node.type) ? node.type : 'step'}_${index + 1}`,
    };
  if (name !== 'type') return undefined;
  if (isObject(node.tool) || isText(node.toolId)) return { value: 'tool' };
  return TALK.some((field) => node[field] !== undefined) ? { value: 'conversation' } : undefined;
}

function ofEdge(name: unknown, { source, target }: Fields): Meant | undefined {
  const end = name === 'from' ? source : name === 'to' ? target : undefined;
  return isText(end) ? { value: end } : undefined;
}

/** The value that fits and is meant; undefined: there is none. */
export function nearest(issue: Issue, given: unknown): Meant | undefined {
  if (issue.code === 'invalid_type' && issue.expected === 'int' && typeof given === 'number')
    return {
      value: Math.round(given),
      message: `It is a whole number here: ${Math.round(given)}.`,
    };
  if (
    issue.code === 'invalid_format' &&
    issue.path.at(-1) === 'name' &&
    typeof given === 'string'
  ) {
    const name = given
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
export function readAs(issue: Issue, given: unknown): Meant | undefined {
  if (issue.code === 'invalid_type') {
    const isProtection = issue.path.includes('compliancePlan') && issue.expected === 'boolean';
    // With settings of its own it is wanted.
    if (isProtection && isObject(given)) return { value: true, message: 'It is read as true.' };
    return sameOfType(issue.expected, given, issue.path);
  }
  if (issue.code !== 'invalid_value' || typeof given !== 'string') return undefined;
  const word = (issue.path.at(-1) === 'role' ? ROLES[given] : undefined) ?? given;
  const meant = issue.values.find(
    (one) => typeof one === 'string' && one.toLowerCase() === word.toLowerCase(),
  );
  return meant === undefined ? undefined : { value: meant };
}

function sameOfType(expected: string, given: unknown, path: Path): Meant | undefined {
  switch (expected) {
    case 'number':
    case 'int':
      return isText(given) && Number.isFinite(Number(given)) ? { value: Number(given) } : undefined;
    case 'boolean': {
      // Not of anything else: an object may have a `toString` that is none.
      const word = isText(given) ? given.toLowerCase() : '';
      return word === 'true' || word === 'false' ? { value: word === 'true' } : undefined;
    }
    case 'string':
      return asText(given, path);
    case 'array':
      return typeof given === 'string' || isObject(given) ? { value: [given] } : undefined;
    case 'object':
    case 'record':
      // A list without anything in it is how PHP writes an object without anything in it.
      if (Array.isArray(given) && given.length === 0) return { value: {} };
      return isText(given) ? namedObject(given, path) : undefined;
    default:
      return undefined;
  }
}

const partsSchema = z.array(z.looseObject({ text: z.string() })).min(1);

function asText(given: unknown, path: Path): Meant | undefined {
  if (typeof given === 'number' || typeof given === 'boolean') return { value: String(given) };
  const isMessage = ['clientMessages', 'serverMessages'].includes(String(path.at(-2)));
  if (isMessage && isObject(given) && isText(given.type)) return { value: given.type };
  const parts = partsSchema.safeParse(given);
  return parts.success ? { value: parts.data.map(({ text }) => text).join('\n') } : undefined;
}

/** Voices were named with their providers behind them, as `jennifer-playht`. */
const VOICE_NAME = /^(.+)-(playht|11labs|azure|openai|deepgram|rime-ai|lmnt|cartesia|neets)$/;
const TYPES: readonly string[] = ['string', 'number', 'integer', 'boolean', 'array', 'object'];

/** What has settings, and was written as a name alone. */
function namedObject(given: string, path: Path): Meant | undefined {
  const text = given.trim();
  switch (path.at(-1)) {
    case 'voice': {
      const [, voiceId = text, provider = 'vapi'] = VOICE_NAME.exec(text) ?? [];
      return { value: { provider, voiceId } };
    }
    case 'model':
      return { value: { provider: 'openai', model: text } };
    case 'transcriber':
      return { value: { provider: text } };
    case 'server':
      return { value: { url: text } };
    default:
      if (path.at(-2) !== 'properties') return undefined;
      return { value: TYPES.includes(text) ? { type: text } : { description: text } };
  }
}

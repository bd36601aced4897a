import { refusalSchema } from './completion-schema.ts';
import { saysTooLong } from './fit-context.ts';
import { readText } from './read-text.ts';

/** How an endpoint wants to be asked, where they differ. */
export interface RequestManner {
  /** Newer models of OpenAI know only the second. */
  readonly tokenLimit: 'max_tokens' | 'max_completion_tokens';
  /** Models that reason have one temperature and refuse any other. */
  readonly temperature: boolean;
  /** Templates of open models: one system message that comes first, or none, and turns that alternate. */
  readonly roles: 'any' | 'system-first' | 'no-system';
  /** Whether it may be asked to report what an answer took. */
  readonly usage: boolean;
  /** Whether it may be offered tools: a model or its server may know none. */
  readonly tools: boolean;
}

const USUAL_MANNER: RequestManner = {
  tokenLimit: 'max_tokens',
  temperature: true,
  roles: 'any',
  usage: true,
  tools: true,
};

/** What is known of endpoints, so that not every call begins with a refusal. */
export interface KnownManners {
  of(endpoint: string): RequestManner;
  learn(endpoint: string, manner: RequestManner): void;
}

/** Users name endpoints: more are forgotten, the oldest first. */
const MAX_KNOWN = 1_000;

export function createKnownManners(): KnownManners {
  const known = new Map<string, RequestManner>();
  return {
    of: (endpoint) => known.get(endpoint) ?? USUAL_MANNER,
    learn(endpoint, manner) {
      known.delete(endpoint);
      known.set(endpoint, manner);
      const [oldest] = known.keys();
      if (known.size > MAX_KNOWN && oldest !== undefined) known.delete(oldest);
    },
  };
}

const NO_SYSTEM = /system role (?:is )?not supported/i;
const STRICT_ROLES =
  /system message must be (?:at|in) the (?:beginning|first)|roles must alternate|no user query/i;

/** Ollama, vLLM without its two flags, llama.cpp without templates, hosted models and routers. */
const NO_TOOLS =
  /does not support (?:tools|tool|function)|requires --enable-auto-tool-choice|tools param requires|unsupported param: tools|tool (?:calling|use)\W+(?:is )?not supported|support tool use/i;

/** A refusal is short; what is longer is not read to its end, characters. */
const READ_MAX = 20_000;

/** What may be learned from: others are not read. */
const TELLING: ReadonlySet<number> = new Set([400, 404, 413, 422, 429, 500]);

/** Of a refusal, what was read of it: null where it does not end. */
export interface Refusal {
  readonly status: number;
  readonly text: string | null;
}

export async function readRefusal(response: Response): Promise<Refusal> {
  const { status, body } = response;
  if (TELLING.has(status)) return { status, text: await readText(response, READ_MAX) };
  await body?.cancel();
  return { status, text: null };
}

/** The manner that a refusal asks for; null when it asks for nothing that can be changed. */
export function wantedManner({ status, text }: Refusal, used: RequestManner): RequestManner | null {
  if (used.tools && TELLING.has(status) && NO_TOOLS.test(text ?? ''))
    return { ...used, tools: false };
  // A template that gives up is an error of the server to some.
  if (status !== 400 && status !== 422 && status !== 500) return null;
  if (saysTooLong(text)) return null;
  const { error, message: bare } = parse(text) ?? {};
  const message = error?.message ?? bare ?? '';
  if (used.roles !== 'no-system' && NO_SYSTEM.test(message)) return { ...used, roles: 'no-system' };
  if (used.roles === 'any' && STRICT_ROLES.test(message)) return { ...used, roles: 'system-first' };
  if (used.tokenLimit === 'max_tokens' && message.includes('max_completion_tokens'))
    return { ...used, tokenLimit: 'max_completion_tokens' };
  if (used.usage && message.includes('stream_options')) return { ...used, usage: false };
  const isTemperature = error?.param === 'temperature' || /'temperature'/.test(message);
  return used.temperature && isTemperature ? { ...used, temperature: false } : null;
}

function parse(text: string | null) {
  try {
    return refusalSchema.safeParse(JSON.parse(text ?? '')).data;
  } catch {
    return undefined;
  }
}

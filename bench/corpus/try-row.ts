import { randomUUID } from 'node:crypto';
import type { Row } from './rows.ts';

/** How far a row came. */
export interface Tried {
  readonly row: Row;
  readonly passes: boolean;
  /** The step that was refused, and its words; null: none was. */
  readonly refused: string | null;
  /** Where the answers say that something does not happen as written, and why. */
  readonly warned: readonly Warned[];
}

export interface Warned {
  readonly path: string;
  readonly message: string;
}

export type Ask = (
  method: string,
  path: string,
  body?: unknown,
) => Promise<{ status: number; json: Record<string, unknown> }>;

const QUESTION = 'Hello, what can you do for me?';

/** Creates, calls and asks, as the kind of a row demands. */
export async function tryRow(row: Row, ask: Ask, fileId: string): Promise<Tried> {
  const warned: Warned[] = [];
  let refused: string | null = null;

  async function post(path: string, body: unknown): Promise<Record<string, unknown> | null> {
    if (refused !== null) return null;
    const { status, json } = await ask('POST', path, body);
    warned.push(...((json.warnings as Warned[] | undefined) ?? []));
    if (status < 300) return json;
    refused = `POST ${path}: ${status} ${JSON.stringify(json.fields ?? json.message ?? json)}`;
    return null;
  }

  /** The call starts, and a chat gets an answer. */
  async function callAndChat(target: Record<string, unknown>, overrides: Record<string, unknown>) {
    const call = await post('/call/web', { ...target, ...overrides });
    if (call !== null) await ask('DELETE', `/call/${call.id}`);
    const chat = await post('/chat', { ...target, ...overrides, input: QUESTION });
    const output = (chat?.output ?? []) as { content?: string }[];
    if (chat !== null && !output.some(({ content }) => content?.trim()))
      refused = `POST /chat: nothing was answered, ${JSON.stringify(chat.output)}`;
  }

  const body = (await fillMarkers(row.body, ask, fileId)) as Record<string, unknown>;
  if (row.kind === 'tool') await post('/tool', body);
  else if (row.kind === 'assistant' || row.kind === 'squad' || row.kind === 'workflow') {
    const made = await post(`/${row.kind}`, body);
    if (made !== null) await callAndChat({ [`${row.kind}Id`]: made.id }, {});
  } else if (row.kind === 'web-call-inline') {
    const { assistant = body, assistantOverrides } = body;
    await callAndChat(
      { assistant },
      assistantOverrides === undefined ? {} : { assistantOverrides },
    );
  } else {
    const { phoneNumberId: _, customer: __, assistantId, ...overrides } = body;
    await callAndChat({ assistantId }, overrides);
  }
  return { row, passes: refused === null, refused, warned };
}

const MARKER = /\$([A-Z]+)_\d+/g;

/** Puts the ids of stored things in the place of `$TOOL_1` and the like. */
async function fillMarkers(body: unknown, ask: Ask, fileId: string): Promise<unknown> {
  const text = JSON.stringify(body);
  const filled = new Map<string, string>();
  for (const [marker, kind] of text.matchAll(MARKER))
    if (!filled.has(marker)) filled.set(marker, await makeOne(kind ?? '', ask, fileId));
  return JSON.parse(text.replaceAll(MARKER, (marker) => filled.get(marker) ?? marker));
}

async function makeOne(kind: string, ask: Ask, fileId: string): Promise<string> {
  const bodies: Readonly<Record<string, unknown>> = {
    TOOL: {
      type: 'function',
      function: { name: `look_up_${randomUUID().slice(0, 8)}`, parameters: { type: 'object' } },
    },
    ASSISTANT: { name: `Other ${randomUUID().slice(0, 8)}`, model: { provider: 'kindling' } },
  };
  if (kind === 'FILE') return fileId;
  if (bodies[kind] === undefined) return randomUUID();
  const { status, json } = await ask('POST', `/${kind.toLowerCase()}`, bodies[kind]);
  if (status >= 300) throw new Error(`No ${kind} could be made: ${JSON.stringify(json)}`);
  return String(json.id);
}

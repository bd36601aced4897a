import type { AssistantCreate } from '@kindling/protocol';
import { type ClientMessage, clientMessageSchema } from '@kindling/protocol/messages';
import { findUnstorable } from '../../../platform/requests/bodies/unstorable.ts';

export type ParsedClientMessage =
  | { readonly ok: true; readonly message: ClientMessage }
  | {
      readonly ok: false;
      readonly code: 'invalid_json' | 'invalid_message';
      readonly message: string;
    };

/** Reads an app message of the page: a JSON text, or the object itself. */
export function parseClientMessage(data: unknown): ParsedClientMessage {
  const value = typeof data === 'string' ? parseJson(data) : data;
  if (value === undefined) {
    return { ok: false, code: 'invalid_json', message: 'The message is not valid JSON.' };
  }
  const parsed = clientMessageSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return invalid(issue?.path.map(String).join('.') || 'message', issue?.message);
  }
  const unstorable = findUnstorable(parsed.data);
  if (unstorable !== null) return invalid(unstorable.path, unstorable.message);
  return { ok: true, message: parsed.data };
}

function invalid(path: string, problem = 'did not fit.'): ParsedClientMessage {
  return { ok: false, code: 'invalid_message', message: `${path}: ${problem}` };
}

/** Why a page may not add this message to a call of this assistant; null: it may. */
export function rejectRole(
  message: ClientMessage,
  { pageMessageRoles = ['user'] }: Pick<AssistantCreate, 'pageMessageRoles'>,
): string | null {
  if (message.type !== 'add-message') return null;
  const { role } = message.message;
  if (pageMessageRoles.includes(role)) return null;
  return `message.role: "${role}" cannot be added by a page. Name it in the assistant's pageMessageRoles to allow it.`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

import type { ChatCustomer, ChatInput, FieldError } from '@kindling/protocol';
import { ApiError } from '../../platform/errors/api-error.ts';
import { badField } from '../../platform/errors/bad-field.ts';
import { checkPublicBody } from '../../platform/requests/bodies/check-public-body.ts';
import { inputMessages } from '../sessions/message-text.ts';
import type { Token } from '../tokens/token-store.ts';
import type { ChatOrder } from './open-chat.ts';
import { mayComeFromPage } from './page-input.ts';

interface WebChatForm {
  readonly customer?: ChatCustomer | null | undefined;
  readonly input: ChatInput;
  readonly [field: string]: unknown;
}

/**
 * What a page's chat is opened with. A page speaks for the person, and may say first how it greeted
 * them: throws `bad_request` for anything else.
 */
export function checkWebChat(form: WebChatForm, token: Token): NonNullable<ChatOrder['web']> {
  checkPublicBody(token, form, 'input');
  rejectPrevious(form);
  const { customer, input } = form;
  if (token.kind === 'public') {
    const fields: FieldError[] = inputMessages(input).flatMap((message, index) =>
      mayComeFromPage(message, index)
        ? []
        : [{ path: `input.${index}.role`, message: 'must be "user" with a public key.' }],
    );
    const [first] = fields;
    if (first !== undefined)
      throw new ApiError('bad_request', `${first.path}: ${first.message}`, { fields });
  }
  return { customer: customer ?? null };
}

/** A chat's id is no secret, and what was said in it is not this page's: sessions are what goes on. */
function rejectPrevious(form: WebChatForm): void {
  for (const path of ['previousChatId', 'previous_response_id']) {
    if (form[path] === undefined || form[path] === null) continue;
    throw badField(path, 'cannot be set from a page: go on with the sessionId of the answer.');
  }
}

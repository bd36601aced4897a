import type { ChatCustomer, ChatInput, FieldError } from '@kindling/protocol';
import { inputMessages } from '../../chats/message-text.ts';
import type { ChatOrder } from '../../chats/open-chat.ts';
import { ApiError } from '../../http/api-error.ts';
import type { Token } from '../../tokens/token-store.ts';

interface WebChatForm {
  readonly customer?: ChatCustomer | null | undefined;
  readonly input: ChatInput;
}

/** What a page's chat is opened with. A page speaks for the person alone: throws `bad_request`. */
export function checkWebChat(
  { customer, input }: WebChatForm,
  token: Token,
): NonNullable<ChatOrder['web']> {
  if (token.kind === 'public') {
    const fields: FieldError[] = inputMessages(input).flatMap(({ role }, index) =>
      role === 'user'
        ? []
        : [{ path: `input.${index}.role`, message: 'must be "user" with a public key.' }],
    );
    const [first] = fields;
    if (first !== undefined)
      throw new ApiError('bad_request', `${first.path}: ${first.message}`, { fields });
  }
  return { customer: customer ?? null };
}

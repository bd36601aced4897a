import { type KnowledgeSource, type ModelMessage, splitPassages } from '@kindling/conversation';
import {
  type KnowledgeBaseAnswer,
  knowledgeBaseAnswerSchema,
  type Server,
} from '@kindling/protocol';
import type { CallServer } from '../../platform/http-client/call-server.ts';

export interface ServerSourceOptions {
  readonly orgId: string;
  readonly server: Server & { readonly url: string };
  readonly callServer: CallServer;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

const NOTHING = { say: null, passages: [] };

/** A knowledge base of the organisation's own: it is sent the conversation, signed, before each answer. */
export function createServerSource(options: ServerSourceOptions): KnowledgeSource {
  const { orgId, server, callServer, now, onFault } = options;
  return {
    async find({ messages, signal = new AbortController().signal }) {
      const spoken = messages.map(plainMessage);
      const message = { type: 'knowledge-base-request', timestamp: now(), messages: spoken };
      try {
        const answer = await callServer({
          orgId,
          server,
          signal,
          type: message.type,
          body: { message: { ...message, messagesOpenAIFormatted: spoken } },
        });
        if (answer.status < 200 || answer.status > 299)
          throw new Error(`The knowledge base answered ${answer.status}.`);
        return toFindings(knowledgeBaseAnswerSchema.parse(JSON.parse(answer.text)));
      } catch (error) {
        signal.throwIfAborted();
        onFault(error);
        return NOTHING;
      }
    },
  };
}

function plainMessage({ role, content }: ModelMessage) {
  return { role, content };
}

function toFindings({ message, documents }: KnowledgeBaseAnswer) {
  const say = message?.content.trim() ?? '';
  if (say !== '') return { say, passages: [] };
  const ranked = [...(documents ?? [])].sort(
    (left, right) => (right.similarity ?? 0) - (left.similarity ?? 0),
  );
  const passages = ranked.flatMap(({ content }) => splitPassages({ id: '', text: content }));
  return { say: null, passages: passages.map((passage) => ({ ...passage, documentId: null })) };
}

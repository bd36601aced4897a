import {
  chatCreateSchema,
  chatDeltaEventSchema,
  chatListQuerySchema,
  chatResponseCreateSchema,
  chatSchema,
  webChatCreateSchema,
  webChatResponseCreateSchema,
  webChatSchema,
} from '../entities/chats/chat.ts';
import { chatResponseEventSchema, chatResponseSchema } from '../entities/chats/chat-response.ts';
import { fittedAnswerers } from '../entities/fitted.ts';
import { pageOf } from '../entities/page.ts';
import { bodyExample, exampleIds } from './example.ts';
import { type About, defineOperations } from './operation.ts';

const about: About = { resource: 'chat', personalData: ['chats', 'mentions'] };

export const chatOperations = defineOperations(about, {
  'chat.create': {
    method: 'POST',
    path: '/chat',
    summary: 'Write to an assistant; answers the chat, or with `stream` its words as they come',
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fittedAnswerers(chatCreateSchema),
    example: bodyExample(chatCreateSchema, {
      assistantId: exampleIds.assistant,
      input: 'When can we visit?',
    }),
    answer: chatSchema,
    alsoAnswers: 'text/event-stream',
    events: chatDeltaEventSchema,
  },
  'chat.list': {
    method: 'GET',
    path: '/chat',
    summary: 'List chats in pages',
    access: 'viewer',
    status: 200,
    query: chatListQuerySchema,
    answer: pageOf(chatSchema),
  },
  'chat.createResponse': {
    method: 'POST',
    path: '/chat/responses',
    summary: "Write to an assistant in the shape of OpenAI's Responses API",
    access: 'editor',
    bySession: 'allowed',
    status: 201,
    body: fittedAnswerers(chatResponseCreateSchema),
    example: bodyExample(chatResponseCreateSchema, {
      assistantId: exampleIds.assistant,
      input: 'When can we visit?',
      stream: false,
    }),
    answer: chatResponseSchema,
    alsoAnswers: 'text/event-stream',
    events: chatResponseEventSchema,
  },
  'chat.createWeb': {
    method: 'POST',
    path: '/chat/web',
    summary: 'Write to an assistant from a web page, with a public key',
    access: 'public',
    bySession: 'allowed',
    status: 201,
    body: webChatCreateSchema,
    example: bodyExample(webChatCreateSchema, {
      assistantId: exampleIds.assistant,
      input: 'When can we visit?',
      noticeAcceptance: {
        acceptedAt: '2025-09-01T09:00:00.000Z',
        version: '4c5a1d0e9b2f7a36',
        language: 'en',
      },
    }),
    answer: webChatSchema,
    alsoAnswers: 'text/event-stream',
    events: chatDeltaEventSchema,
  },
  'chat.createWebResponse': {
    method: 'POST',
    path: '/chat/web/responses',
    summary: "Write from a web page in the shape of OpenAI's Responses API",
    access: 'public',
    bySession: 'allowed',
    status: 201,
    body: webChatResponseCreateSchema,
    example: bodyExample(webChatResponseCreateSchema, {
      assistantId: exampleIds.assistant,
      input: 'When can we visit?',
      stream: false,
    }),
    answer: chatResponseSchema,
    alsoAnswers: 'text/event-stream',
    events: chatResponseEventSchema,
  },
  'chat.get': {
    method: 'GET',
    path: '/chat/{id}',
    summary: 'Read a chat',
    access: 'viewer',
    status: 200,
    answer: chatSchema,
  },
  'chat.delete': {
    method: 'DELETE',
    path: '/chat/{id}',
    summary: 'Delete a chat; the session it belonged to keeps its messages',
    access: 'editor',
    bySession: 'allowed',
    status: 200,
    answer: chatSchema,
  },
});

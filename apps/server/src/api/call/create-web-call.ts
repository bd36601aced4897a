import { randomBytes, randomUUID } from 'node:crypto';
import type { Clock, Conversation, ConversationOptions, Engines } from '@kindling/conversation';
import type { MediaEngine } from '@kindling/media';
import type { AssistantCreate, Call, operations, WebCall } from '@kindling/protocol';
import { DEFAULT_CLIENT_MESSAGES } from '@kindling/protocol/messages';
import type { CallStore } from '../../calls/call-store.ts';
import { conversationSettings } from '../../calls/conversation-settings.ts';
import { checkSpeechProviders, type SelectModel, type SpeechEngines } from '../../calls/engines.ts';
import { createLiveCall } from '../../calls/live-call.ts';
import type { LiveCalls, Place } from '../../calls/live-calls.ts';
import type { RateLimit } from '../../http/rate-limit.ts';
import type { CallMetrics } from '../../telemetry/metrics.ts';
import { notReady } from '../../telemetry/routes.ts';
import type { AssistantStore } from '../assistant/assistant-store.ts';
import type { ApiRequest, Handler } from '../registrar.ts';
import { resolveAssistant } from './resolve-assistant.ts';

export interface CreateWebCallOptions {
  readonly assistants: Pick<AssistantStore, 'find'>;
  readonly calls: CallStore;
  readonly live: LiveCalls;
  readonly media: MediaEngine;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
  readonly selectModel: SelectModel;
  readonly createConversation: (options: ConversationOptions) => Conversation;
  readonly clock: Clock;
  readonly metrics: CallMetrics;
  readonly addressLimit: RateLimit;
  readonly tokenLimit: RateLimit;
}

type Request = ApiRequest<(typeof operations)['call.createWeb']>;

/** POST /call/web: stores the call, opens its room, answers where to join. */
export function createWebCallHandler(options: CreateWebCallOptions): Handler<'call.createWeb'> {
  return async (request) => {
    await options.addressLimit.consume(request.clientAddress);
    await options.tokenLimit.consume(request.token.id);
    const speech = options.speech();
    if (speech === null) throw notReady();
    const assistant = await resolveAssistant(request.body, request.token, options.assistants);
    checkSpeechProviders(assistant);
    const engines = { ...speech, model: options.selectModel(assistant) };
    const place = options.live.reserve();
    try {
      return await openCall(options, { request, assistant, engines, place });
    } catch (error) {
      place.leave();
      throw error;
    }
  };
}

interface Opening {
  readonly request: Request;
  readonly assistant: AssistantCreate;
  readonly engines: Engines;
  readonly place: Place;
}

async function openCall(options: CreateWebCallOptions, opening: Opening): Promise<WebCall> {
  const { request, assistant, engines, place } = opening;
  const roomName = randomBytes(18).toString('base64url');
  const call = await storeCall(options, opening, `${request.baseUrl}/room/${roomName}`);
  try {
    const liveCall = createLiveCall({
      ...options,
      id: call.id,
      roomName,
      settings: conversationSettings(assistant, new Date(options.clock.now())),
      clientMessages: assistant.clientMessages ?? DEFAULT_CLIENT_MESSAGES,
      engines,
      store: options.calls,
      log: request.log,
      onClosed: place.leave,
    });
    place.occupy(liveCall);
  } catch (error) {
    await options.calls.finish(call.id, failedAtStart(options.clock.now()));
    throw error;
  }
  options.metrics.callCreated();
  request.log.info({ callId: call.id, assistantId: call.assistantId }, 'call created');
  return toWebCall(call, assistant);
}

function storeCall(options: CreateWebCallOptions, opening: Opening, url: string): Promise<Call> {
  const { body, token } = opening.request;
  return options.calls.create({
    id: randomUUID(),
    orgId: token.orgId,
    tokenId: token.id,
    name: body.name ?? null,
    assistantId: body.assistantId ?? null,
    assistant: body.assistant ?? null,
    assistantOverrides: body.assistantOverrides ?? null,
    webCallUrl: url,
    artifactPlan: opening.assistant.artifactPlan ?? null,
    metadata: body.metadata ?? null,
  });
}

function failedAtStart(endedAt: number) {
  const artifact = { messages: [], transcript: '' };
  return { reason: 'pipeline-error', startedAt: null, endedAt, messages: [], artifact } as const;
}

/** What the caller may know: the name and the voice, never the prompt. */
function toWebCall(call: Call, assistant: AssistantCreate): WebCall {
  const { id, orgId, type, status, assistantId, createdAt, updatedAt } = call;
  return {
    ...{ id, orgId, type, status, assistantId, createdAt, updatedAt },
    webCallUrl: call.webCallUrl ?? '',
    // Rooms carry audio alone: a client told otherwise would wait for a recording that never starts.
    artifactPlan: { videoRecordingEnabled: false },
    assistant: {
      name: assistant.name ?? null,
      voice: {
        provider: assistant.voice?.provider ?? 'kindling',
        ...(assistant.voice?.voiceId === undefined ? {} : { voiceId: assistant.voice.voiceId }),
      },
    },
  };
}

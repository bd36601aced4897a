import type { Transcriber, Vad } from '@kindling/conversation';
import type { RoomMember } from '@kindling/media';
import { RoomError } from '@kindling/media/room-error';
import type { RoomEvent, RoomRequests } from '@kindling/protocol/room';
import type { z } from 'zod';
import type { CreateMeetingFeature, MeetingContext } from '../meetings/request-handlers.ts';
import { type RunningTranscription, startTranscription } from './running-transcription.ts';

export interface TranscriptionFeatureOptions {
  /** Null until the engines are loaded. */
  readonly speech: () => { readonly vad: Vad; readonly transcriber: Transcriber } | null;
}

type TranscriptionEvent = Extract<RoomEvent, { type: 'transcription' }>;

interface Instance {
  readonly startedBy: string;
  readonly model: string;
  readonly running: RunningTranscription;
  /** Resolves once its end has been sent to the clients. */
  stopping: Promise<void> | null;
}

/** For a client that names none. */
const INSTANCE = 'default';
const LANGUAGE = 'en';
const STEP = 500;
const MAX_AT_ONCE = 4;

type StartParams = z.output<RoomRequests['start-transcription']>;

/** What people say in a meeting, as text, recognised on this machine. */
export function createTranscriptionFeature(
  options: TranscriptionFeatureOptions,
): CreateMeetingFeature {
  return (meeting) => {
    const transcriptions = createTranscriptions(meeting, options.speech);
    const { update } = transcriptions;
    return {
      handlers: {
        'start-transcription': ({ member, params }) => {
          checkMayTranscribe(meeting, member);
          return transcriptions.start(member.sessionId, params);
        },
        'update-transcription'({ member, params }) {
          checkMayTranscribe(meeting, member);
          transcriptions.find(params.instanceId).running.setParticipants(params.participants);
        },
        async 'stop-transcription'({ member, params }) {
          checkMayTranscribe(meeting, member);
          await transcriptions.stop(params.instanceId, member.sessionId);
        },
      },
      onMemberEntered(member) {
        update();
        transcriptions.announceAll(member.sessionId);
      },
      onMemberChanged: update,
      onMemberLeft: update,
      close: () => transcriptions.close(),
    };
  };
}

/** The transcriptions of one meeting, by their instance ids. */
function createTranscriptions(
  meeting: MeetingContext,
  findSpeech: TranscriptionFeatureOptions['speech'],
) {
  const instances = new Map<string, Instance>();
  let stopTimer = () => {};

  function tell(event: Omit<TranscriptionEvent, 'type'>, to?: string): void {
    meeting.room.send({ type: 'transcription', ...event }, to);
  }

  function announce(instanceId: string, { startedBy, model }: Instance, to?: string): void {
    tell({ change: 'started', instanceId, language: LANGUAGE, model, by: startedBy }, to);
  }

  function step(): void {
    for (const { running } of instances.values()) running.step();
    stopTimer = instances.size === 0 ? () => {} : meeting.clock.schedule(STEP, step);
  }

  function update(): void {
    for (const { running } of instances.values()) running.update();
  }

  function find(instanceId = INSTANCE): Instance {
    const instance = instances.get(instanceId);
    if (instance !== undefined) return instance;
    throw new RoomError('not_found', `No transcription "${instanceId}" is running.`);
  }

  /** The name is reusable once its end has been sent: a new one of the same name must not seem to have ended. */
  async function finish(instanceId: string, { running }: Instance, by: string): Promise<void> {
    await running.stop();
    instances.delete(instanceId);
    tell({ change: 'stopped', instanceId, by });
  }

  function stop(instanceId: string, instance: Instance, by: string): Promise<void> {
    instance.stopping ??= finish(instanceId, instance, by);
    return instance.stopping;
  }

  function start(by: string, params: StartParams): { instanceId: string } {
    checkLanguage(params.language);
    const { instanceId = INSTANCE, participants = null } = params;
    if (instances.has(instanceId)) {
      throw new RoomError('conflict', `A transcription "${instanceId}" is running already.`);
    }
    if (instances.size >= MAX_AT_ONCE) {
      throw new RoomError('conflict', `At most ${MAX_AT_ONCE} transcriptions run at once.`);
    }
    const speech = findSpeech();
    if (speech === null) {
      throw new RoomError('conflict', 'The recogniser is still loading. Try again shortly.');
    }
    const model = speech.transcriber.provider;
    const running = startTranscription({
      meeting,
      participants,
      vad: speech.vad,
      transcriber: speech.transcriber,
      onFault: (errorMsg) => tell({ change: 'error', instanceId, errorMsg }),
      onText: ({ sessionId, text, startedAt, seconds }) =>
        meeting.room.send({
          type: 'transcription-message',
          instanceId,
          sessionId,
          track: 'audio',
          text,
          timestamp: Math.round(startedAt),
          ...(params.includeRawResponse && { rawResponse: { text, model, seconds } }),
        }),
    });
    const instance = { running, model, startedBy: by, stopping: null };
    instances.set(instanceId, instance);
    if (instances.size === 1) {
      stopTimer();
      stopTimer = meeting.clock.schedule(STEP, step);
    }
    announce(instanceId, instance);
    return { instanceId };
  }

  return {
    start,
    find,
    update,
    stop: (instanceId: string | undefined, by: string) =>
      stop(instanceId ?? INSTANCE, find(instanceId), by),
    /** Tells a participant who has just entered what is running. */
    announceAll(sessionId: string): void {
      for (const [id, instance] of instances) announce(id, instance, sessionId);
    },
    async close(): Promise<void> {
      stopTimer();
      for (const [id, instance] of [...instances]) await stop(id, instance, instance.startedBy);
    },
  };
}

function checkMayTranscribe({ config }: MeetingContext, member: RoomMember): void {
  const { canAdmin } = member.permissions;
  const administers = typeof canAdmin === 'boolean' ? canAdmin : canAdmin.includes('transcription');
  if (config.enable_transcription === false) {
    throw new RoomError('not_allowed', 'Nothing is transcribed in this room.');
  }
  if (member.owner || administers) return;
  throw new RoomError(
    'not_allowed',
    'Only owners, and those who may administer transcription, transcribe in this room.',
  );
}

function checkLanguage(language = LANGUAGE): void {
  if (/^en(-|$)/i.test(language)) return;
  throw new RoomError(
    'bad_request',
    `language: "${language.slice(0, 20)}" is not recognised here; the language is "${LANGUAGE}".`,
  );
}

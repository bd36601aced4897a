import type {
  AgentOptions,
  AgentParticipant,
  MediaEngine,
  Room,
  RoomOptions,
} from '@kindling/media';
import type { Clock } from '@kindling/protocol/clock';
import { ASSISTANT_USER_NAME, CONVERSATION_SAMPLE_RATE } from '@kindling/protocol/constants';
import type { Logger } from 'pino';
import type { FeatureSet, OpenFeatures } from '../../../rooms/meetings/feature-set.ts';
import type { FindBackgroundSound } from '../../../rooms/player/background-sounds.ts';
import type { ConnectionRecordOptions } from './connection-record.ts';

export interface RecordsOfCall {
  /** By the server itself, from the first word to the last. */
  readonly sound: boolean;
  /** By the visitor's page, which asks for it and waits until it runs. */
  readonly video: boolean;
}

/** What carries calls: this server, or another for those that it can carry. */
export interface CallMedia {
  engineFor(records: RecordsOfCall): Pick<MediaEngine, 'createRoom'>;
}

export interface CallRoomOptions
  extends Required<
      Pick<RoomOptions, 'onParticipantJoined' | 'onParticipantConnected' | 'onFailed'>
    >,
    Pick<AgentOptions, 'onAudio' | 'onAppMessage'> {
  readonly id: string;
  readonly orgId: string;
  /** Unguessable name of the call's room. */
  readonly roomName: string;
  readonly records: RecordsOfCall;
  readonly callMedia: CallMedia;
  readonly openFeatures: OpenFeatures;
  /** The room before it, of a call that goes on here. */
  readonly before?:
    | (Pick<RoomOptions, 'generation' | 'returning'> & {
        readonly agentSessionId: string;
      })
    | undefined;
  /** What is heard behind the assistant; null: nothing. */
  readonly background: string | null;
  readonly backgroundSound: FindBackgroundSound;
  /** Writes a line of the call's own log. */
  readonly writeLine: ConnectionRecordOptions['writeLine'];
  readonly clock: Clock;
  readonly log: Logger;
  /** After the features of the room noted it. */
  readonly onLeft: NonNullable<RoomOptions['onParticipantLeft']>;
}

export interface CallRoom {
  readonly room: Room;
  readonly agent: AgentParticipant;
  readonly features: FeatureSet;
}

/**
 * Opens a call's room with the assistant and the features in it.
 *
 * @throws when one of them cannot be
 */
export function openCallRoom(options: CallRoomOptions): CallRoom {
  const { id, orgId, roomName, records, clock, log } = options;
  const room = options.callMedia.engineFor(records).createRoom({
    name: roomName,
    path: `/room/${roomName}`,
    maxParticipants: 1,
    ...(options.before && {
      generation: options.before.generation ?? 0,
      returning: options.before.returning ?? [],
    }),
    onParticipantJoined: options.onParticipantJoined,
    onParticipantConnected: options.onParticipantConnected,
    onMemberChanged: (sessionId) => features.handleMember(sessionId),
    onRequest: (request) => features.handleRequest(request),
    onFailed: options.onFailed,
    onParticipantLeft(sessionId, reason) {
      features.handleLeft(sessionId);
      options.onLeft(sessionId, reason);
    },
  });
  const { agent, features } = openIn(room);
  if (options.background !== null) void playBehind(agent, options.background, options);
  return { room, agent, features };

  function openIn(opened: Room): Omit<CallRoom, 'room'> {
    try {
      const agent = opened.addAgent({
        userName: ASSISTANT_USER_NAME,
        ...(options.before && { sessionId: options.before.agentSessionId }),
        sampleRate: CONVERSATION_SAMPLE_RATE,
        onAudio: options.onAudio,
        onAppMessage: options.onAppMessage,
      });
      const features = options.openFeatures({
        orgId,
        clock,
        log,
        room: opened,
        meetingId: id,
        callId: id,
        config: {},
        ...(records.sound && {
          ownRecording: { startedBy: agent.sessionId, isAnnounced: !records.video },
        }),
      });
      return { agent, features };
    } catch (error) {
      void opened.close('The call could not be started.');
      throw error;
    }
  }
}

/** A call goes on without what cannot be had. */
async function playBehind(
  agent: AgentParticipant,
  name: string,
  { id, log, backgroundSound, writeLine }: CallRoomOptions,
): Promise<void> {
  try {
    agent.setBackground(await backgroundSound(name));
  } catch (error) {
    log.warn({ callId: id, err: error }, 'background sound not played');
    const why = error instanceof Error ? error.message : String(error);
    writeLine({ message: `The background sound is not played: ${why}`, level: 'WARN' });
  }
}

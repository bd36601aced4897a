import { participantPath, type RoomJoin } from '@kindling/protocol/room';
import { administer } from '../control/administer.ts';
import { createRequestAnswerer } from '../control/answer-request.ts';
import { createAppMessages } from '../control/app-messages.ts';
import { createCommandHandler } from '../control/handle-command.ts';
import { observeTrack } from '../downlink/observe-track.ts';
import { createParticipantSession } from '../participant/create-participant-session.ts';
import { createGracefulDisconnect } from '../participant/graceful-disconnect.ts';
import type { MediaContext } from '../participant/media-context.ts';
import { createParticipantRegistry } from '../participant/participant-registry.ts';
import {
  identifyOffer,
  type ParticipantSession,
  type SessionEvents,
} from '../participant/participant-session.ts';
import type { JoinAnswer, JoinIdentity, Room, RoomOptions } from '../port.ts';
import { RoomError } from '../room-error.ts';
import { parseOffer } from '../transport/sdp/parse-offer.ts';
import { createActiveSpeaker } from './active-speaker.ts';
import { createServerParticipants } from './server-participants.ts';
import { createVoiceAudience } from './voice-audience.ts';

type LeaveReason = 'left' | 'lost' | 'ejected' | 'flooded';

const FLOODED = 'You sent too many messages, so the connection was closed.';

/** A room without anybody in it. `onClosed` is called once, when everything is freed. */
export function createRoom(
  options: RoomOptions,
  context: MediaContext,
  onClosed: () => void,
): Room {
  const { clock } = context;
  const members = createParticipantRegistry();
  const messages = createAppMessages(members);
  const audience = createVoiceAudience(members);
  const gracefulDisconnect = createGracefulDisconnect(clock);
  const speaker = createActiveSpeaker({
    now: clock.now,
    onChange: (sessionId) => members.broadcast({ type: 'active-speaker', sessionId }),
  });
  const answerRequest = createRequestAnswerer({
    members,
    now: clock.now,
    onRequest: options.onRequest,
  });
  /** Ids of offers that are being answered. */
  const joining = new Set<string>();
  let closing: Promise<void> | null = null;

  const guard = (stage: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      context.onFault(stage, error);
    }
  };

  const noteChange = (sessionId: string): void => {
    audience.refresh();
    guard('member-changed', () => options.onMemberChanged?.(sessionId));
  };

  const handleCommand = createCommandHandler({
    members,
    messages,
    onRequest: (session, request) => void answerRequest(session, request),
    onSubscribed: audience.refresh,
    onFlood(session) {
      takeOut(session, 'flooded');
      void gracefulDisconnect.say(session, {
        type: 'room-left',
        reason: 'ejected',
        message: FLOODED,
      });
    },
    onChanged: (session) => noteChange(session.sessionId),
  });

  /** Out of the room; whether the seat is closed at once is the caller's affair. */
  const takeOut = (session: ParticipantSession, reason: LeaveReason): boolean => {
    const removed = members.removeSession(session, reason);
    speaker.forget(session.sessionId);
    audience.refresh();
    if (removed)
      guard('participant-left', () => options.onParticipantLeft?.(session.sessionId, reason));
    return removed;
  };

  const remove = (session: ParticipantSession, reason: LeaveReason): boolean => {
    const removed = takeOut(session, reason);
    session.close();
    gracefulDisconnect.look();
    return removed;
  };

  const events: SessionEvents = {
    onText: (session, text) =>
      guard('command', () => members.isIn(session) && handleCommand(session, text)),
    onBinary: (session) =>
      guard('command', () => members.isIn(session) && handleCommand(session, null)),
    hasHearers: () => members.agents.size > 0,
    onAudio(session, pcm) {
      for (const agent of members.agents.values()) agent.hear(pcm, session.sessionId);
    },
    onLevel(session, level) {
      if (session.permissions.hasPresence) speaker.hear(session.sessionId, level);
    },
    onReachable(session) {
      audience.refresh();
      gracefulDisconnect.look();
      if (session.reachable)
        guard('participant-connected', () => options.onParticipantConnected?.(session.sessionId));
    },
    onReplaced(session) {
      if (members.isIn(session)) members.retell(session);
    },
    onLost: (session) => void remove(session, 'lost'),
  };

  const assertOpen = (): void => {
    if (closing !== null) throw new RoomError('room_ended', 'This room is closed.');
  };

  const assertPlace = (level: ParticipantSession['level']): void => {
    const there = [...members.sessions.values()].filter(
      (session) => session.level === level,
    ).length;
    if (there + joining.size >= options.maxParticipants)
      throw new RoomError('room_full', 'This room has no free place.');
  };

  const join = async (request: RoomJoin, identity: JoinIdentity = {}): Promise<JoinAnswer> => {
    assertOpen();
    const offer = parseOffer(request.sdp);
    const offerId = identifyOffer(offer);
    const hasJoined = [...members.sessions.values()].some((session) => session.offerId === offerId);
    if (hasJoined || joining.has(offerId))
      throw new RoomError('already_joined', 'This offer was answered already. Make a new one.');
    assertPlace(identity.level ?? 'full');
    joining.add(offerId);
    let session: ParticipantSession | undefined;
    try {
      session = await createParticipantSession(request, identity, { context, events });
      const sdp = await session.connect(offer, request.sends);
      assertOpen();
      return admitJoined(session, sdp);
    } catch (error) {
      session?.close();
      throw error;
    } finally {
      joining.delete(offerId);
    }
  };

  const tellSpeaker = (session: ParticipantSession): void => {
    const { sessionId } = speaker;
    if (sessionId !== null) session.send({ type: 'active-speaker', sessionId });
  };

  const admitJoined = (session: ParticipantSession, sdp: string): JoinAnswer => {
    members.addSession(session);
    const participants = members.introduceTo(session);
    members.sync(session.sessionId);
    if (session.level === 'full') tellSpeaker(session);
    guard('participant-joined', () => options.onParticipantJoined?.(session.sessionId));
    const { sessionId, level, owner, userName, userId, permissions } = session;
    return {
      sdp,
      sessionId,
      location: participantPath(options.path, session.key),
      participants,
      ...{ level, owner, userName, userId, permissions },
    };
  };

  const shut = async (message: string): Promise<void> => {
    for (const agent of members.agents.values()) agent.close();
    const sessions = [...members.sessions.values()];
    await Promise.all(
      sessions.map((session) =>
        gracefulDisconnect.say(session, { type: 'room-left', reason: 'ended', message }),
      ),
    );
    for (const session of sessions) remove(session, 'ejected');
    gracefulDisconnect.finish();
    for (const one of members.others()) {
      one.close();
      members.remove(one.sessionId);
    }
    onClosed();
  };

  const server = createServerParticipants({ context, members, messages, audience, speaker });

  return {
    name: options.name,
    get tracksForwarded() {
      const sessions = [...members.sessions.values()];
      return sessions.reduce((sum, session) => sum + session.downTracks.flowing, 0);
    },
    get participantCount() {
      return members.count;
    },
    join,
    async restart(participantKey, { sdp, sends }) {
      assertOpen();
      const session = members.sessions.get(participantKey);
      if (session === undefined) throw new RoomError('not_found', 'There is no such participant.');
      const answer = await session.connect(parseOffer(sdp), sends);
      if (members.isIn(session)) {
        members.sync(session.sessionId);
        members.syncReader(session);
        noteChange(session.sessionId);
      }
      return { sdp: answer };
    },
    leave(participantKey, reason = 'left', frames = []) {
      const session = members.sessions.get(participantKey);
      if (session === undefined) return false;
      for (const text of frames) events.onText(session, text);
      return remove(session, reason);
    },
    addAgent(agentOptions) {
      assertOpen();
      return server.addAgent(agentOptions);
    },
    addPlayer(sourceOptions) {
      assertOpen();
      return server.addPlayer(sourceOptions);
    },
    ...administer({
      members,
      gracefulDisconnect,
      takeOut,
      onChanged: noteChange,
      onAdmitted: tellSpeaker,
      maxParticipants: options.maxParticipants,
    }),
    observeTrack(sessionId, track, observer) {
      const publication = members.find(sessionId)?.publications.get(track);
      return publication === undefined ? null : observeTrack(publication, observer, clock.now());
    },
    close(message) {
      closing ??= shut(message);
      return closing;
    },
  };
}

import type { RoomEvent } from '@kindling/protocol/room';
import { administer } from '../control/administer.ts';
import { createRequestAnswerer } from '../control/answer-request.ts';
import { createAppMessages } from '../control/app-messages.ts';
import { createCommandHandler } from '../control/handle-command.ts';
import { observeTrack } from '../downlink/observe-track.ts';
import { createGracefulDisconnect } from '../participant/graceful-disconnect.ts';
import type { MediaContext } from '../participant/media-context.ts';
import { createParticipantRegistry } from '../participant/participant-registry.ts';
import type { ParticipantSession, SessionEvents } from '../participant/participant-session.ts';
import type { Room, RoomOptions } from '../port.ts';
import { RoomError } from '../room-error.ts';
import { createActiveSpeaker } from './active-speaker.ts';
import { createDepartures } from './departures.ts';
import { createJoining } from './join-room.ts';
import { createReturning } from './returning.ts';
import { createServerParticipants } from './server-participants.ts';
import { createVoiceAudience } from './voice-audience.ts';

/** A room in this process. */
export interface LocalRoom extends Room {
  /** Tells everybody that they find their room elsewhere, if anywhere; nothing is freed. */
  abandon(): void;
}

/** An empty room. `onClosed` is called once, when everything is freed. */
export function createRoom(
  options: RoomOptions,
  context: MediaContext,
  onClosed: () => void,
): LocalRoom {
  const parts = createParts(options, context);
  const { registry, guard, noteChange } = parts;
  let closing: Promise<void> | null = null;

  const assertOpen = (): void => {
    if (closing !== null) throw new RoomError('room_ended', 'This room is closed.');
  };

  const sendActiveSpeaker = (session: ParticipantSession): void => {
    const { sessionId } = parts.speaker;
    if (sessionId !== null) session.send({ type: 'active-speaker', sessionId });
  };

  const events = createSessionEvents(options, parts);
  const joining = {
    room: options,
    context,
    registry,
    events,
    assertOpen,
    onJoined(session: ParticipantSession) {
      if (session.level === 'full') sendActiveSpeaker(session);
      guard('participant-joined', () => options.onParticipantJoined?.(session.sessionId));
    },
    onLeft: (sessionId: string) =>
      guard('participant-left', () => options.onParticipantLeft?.(sessionId, 'left')),
  };
  const { join } = createJoining(joining);
  const returning = createReturning(joining);
  const serverParticipants = createServerParticipants({ context, ...parts });

  function close(last: RoomEvent): Promise<void> {
    returning.close();
    closing ??= closeRoom(parts, last).then(onClosed);
    return closing;
  }

  return {
    name: options.name,
    get tracksForwarded() {
      const sessions = [...registry.sessions.values()];
      return sessions.reduce((sum, session) => sum + session.downTracks.flowing, 0);
    },
    get participantCount() {
      return registry.count;
    },
    join,
    async restart(participantKey, request) {
      assertOpen();
      const session = registry.sessions.get(participantKey);
      if (session === undefined) return returning.rejoin(participantKey, request);
      const answer = await session.connect(context.readOffer(request), request.sends);
      if (registry.isIn(session)) {
        registry.sync(session.sessionId);
        registry.syncReader(session);
        noteChange(session.sessionId);
      }
      return { sdp: answer };
    },
    leave(participantKey, reason = 'left', frames = []) {
      const session = registry.sessions.get(participantKey);
      if (session === undefined) return returning.leave(participantKey);
      for (const text of frames) events.onText(session, text);
      return parts.departures.removeAndClose(session, reason);
    },
    addAgent(agentOptions) {
      assertOpen();
      return serverParticipants.addAgent(agentOptions);
    },
    addPlayer(playerOptions) {
      assertOpen();
      return serverParticipants.addPlayer(playerOptions);
    },
    ...administer({
      registry,
      gracefulDisconnect: parts.gracefulDisconnect,
      remove: parts.departures.remove,
      onChanged: noteChange,
      onAdmitted: sendActiveSpeaker,
      maxParticipants: options.maxParticipants,
    }),
    observeTrack(sessionId, track, observer) {
      const publication = registry.find(sessionId)?.publications.get(track);
      if (publication === undefined) return null;
      return observeTrack(publication, observer, context.clock.now());
    },
    abandon() {
      for (const session of registry.sessions.values()) session.send({ type: 'moved' });
    },
    close: (message) => close({ type: 'room-left', reason: 'ended', message }),
    move: (handedOver) => close({ type: 'moved', handedOver }),
  };
}

type RoomParts = ReturnType<typeof createParts>;

/** What a room consists of, before anyone is in it. */
function createParts(options: RoomOptions, { clock, onFault }: MediaContext) {
  const registry = createParticipantRegistry();
  const audience = createVoiceAudience(registry);
  const gracefulDisconnect = createGracefulDisconnect(clock);
  const speaker = createActiveSpeaker({
    now: clock.now,
    onChange: (sessionId) => registry.broadcast({ type: 'active-speaker', sessionId }),
  });

  /** Runs a callback of the room's owner; its errors are reported and go no further. */
  const guard = (stage: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      onFault(stage, error);
    }
  };

  const noteChange = (sessionId: string): void => {
    audience.refresh();
    guard('member-changed', () => options.onMemberChanged?.(sessionId));
  };

  return {
    registry,
    messages: createAppMessages(registry),
    audience,
    speaker,
    gracefulDisconnect,
    departures: createDepartures({
      registry,
      speaker,
      audience,
      gracefulDisconnect,
      onLeft: (sessionId, reason) =>
        guard('participant-left', () => options.onParticipantLeft?.(sessionId, reason)),
    }),
    now: clock.now,
    guard,
    noteChange,
  };
}

/** What happens when something arrives from a participant, or their connection changes. */
function createSessionEvents(options: RoomOptions, parts: RoomParts): SessionEvents {
  const { registry, audience, gracefulDisconnect, departures, guard, now } = parts;
  const answerRequest = createRequestAnswerer({ registry, now, onRequest: options.onRequest });
  const handleCommand = createCommandHandler({
    registry,
    messages: parts.messages,
    now,
    onRequest: (session, request) => void answerRequest(session, request),
    onSubscribed: audience.refresh,
    onFlood: departures.disconnectFlooder,
    onChanged: (session) => parts.noteChange(session.sessionId),
  });
  const handleFrame = (session: ParticipantSession, text: string | null): void =>
    guard('command', () => {
      if (registry.isIn(session)) handleCommand(session, text);
    });

  return {
    onText: handleFrame,
    onBinary: (session) => handleFrame(session, null),
    onLevel(session, level) {
      if (session.permissions.hasPresence) parts.speaker.hear(session.sessionId, level);
    },
    onReachable(session) {
      audience.refresh();
      gracefulDisconnect.refresh();
      if (session.reachable)
        guard('participant-connected', () => options.onParticipantConnected?.(session.sessionId));
    },
    onReplaced(session) {
      if (registry.isIn(session)) registry.resendAll(session);
    },
    onLost: (session) => void departures.removeAndClose(session, 'lost'),
  };
}

async function closeRoom(
  { registry, gracefulDisconnect, departures }: RoomParts,
  last: RoomEvent,
): Promise<void> {
  for (const agent of registry.agents.values()) agent.close();
  const sessions = [...registry.sessions.values()];
  await Promise.all(sessions.map((session) => gracefulDisconnect.disconnect(session, last)));
  for (const session of sessions) departures.removeAndClose(session, 'ejected');
  gracefulDisconnect.finish();
  for (const participant of registry.serverParticipants()) {
    participant.close();
    registry.remove(participant.sessionId);
  }
}

import { participantPath, type RoomJoin } from '@kindling/protocol/room';
import { administer } from '../control/administer.ts';
import { createRequestAnswerer } from '../control/answer-request.ts';
import { createAppMessages } from '../control/app-messages.ts';
import { createCommandHandler } from '../control/handle-command.ts';
import { tapTrack } from '../downlink/tap-track.ts';
import { createSeat } from '../participant/create-seat.ts';
import { createFarewell } from '../participant/farewell.ts';
import type { MediaContext } from '../participant/media-context.ts';
import { createMembers } from '../participant/members.ts';
import { identifyOffer, type Seat, type SeatEvents } from '../participant/seat.ts';
import type { JoinIdentity, Room, RoomOptions, SeatAnswer } from '../port.ts';
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
  const members = createMembers();
  const messages = createAppMessages(members);
  const audience = createVoiceAudience(members);
  const farewell = createFarewell(clock);
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
    onRequest: (seat, request) => void answerRequest(seat, request),
    onSubscribed: audience.refresh,
    onFlood(seat) {
      takeOut(seat, 'flooded');
      void farewell.say(seat, { type: 'room-left', reason: 'ejected', message: FLOODED });
    },
    onChanged: (seat) => noteChange(seat.sessionId),
  });

  /** Out of the room; whether the seat is closed at once is the caller's affair. */
  const takeOut = (seat: Seat, reason: LeaveReason): boolean => {
    const removed = members.removeSeat(seat, reason);
    speaker.forget(seat.sessionId);
    audience.refresh();
    if (removed)
      guard('participant-left', () => options.onParticipantLeft?.(seat.sessionId, reason));
    return removed;
  };

  const remove = (seat: Seat, reason: LeaveReason): boolean => {
    const removed = takeOut(seat, reason);
    seat.close();
    farewell.look();
    return removed;
  };

  const events: SeatEvents = {
    onText: (seat, text) => guard('command', () => members.isIn(seat) && handleCommand(seat, text)),
    onBinary: (seat) => guard('command', () => members.isIn(seat) && handleCommand(seat, null)),
    hasHearers: () => members.agents.size > 0,
    onAudio(seat, pcm) {
      for (const agent of members.agents.values()) agent.hear(pcm, seat.sessionId);
    },
    onLevel(seat, level) {
      if (seat.permissions.hasPresence) speaker.hear(seat.sessionId, level);
    },
    onReachable(seat) {
      audience.refresh();
      farewell.look();
      if (seat.reachable)
        guard('participant-connected', () => options.onParticipantConnected?.(seat.sessionId));
    },
    onReplaced(seat) {
      if (members.isIn(seat)) members.retell(seat);
    },
    onLost: (seat) => void remove(seat, 'lost'),
  };

  const assertOpen = (): void => {
    if (closing !== null) throw new RoomError('room_ended', 'This room is closed.');
  };

  const assertPlace = (level: Seat['level']): void => {
    const there = [...members.seats.values()].filter((seat) => seat.level === level).length;
    if (there + joining.size >= options.maxParticipants)
      throw new RoomError('room_full', 'This room has no free place.');
  };

  const join = async (request: RoomJoin, identity: JoinIdentity = {}): Promise<SeatAnswer> => {
    assertOpen();
    const offer = parseOffer(request.sdp);
    const offerId = identifyOffer(offer);
    const isSeated = [...members.seats.values()].some((seat) => seat.offerId === offerId);
    if (isSeated || joining.has(offerId))
      throw new RoomError('already_joined', 'This offer was answered already. Make a new one.');
    assertPlace(identity.level ?? 'full');
    joining.add(offerId);
    let seat: Seat | undefined;
    try {
      seat = await createSeat(request, identity, { context, events });
      const sdp = await seat.connect(offer, request.sends);
      assertOpen();
      return admitJoined(seat, sdp);
    } catch (error) {
      seat?.close();
      throw error;
    } finally {
      joining.delete(offerId);
    }
  };

  const tellSpeaker = (seat: Seat): void => {
    const { sessionId } = speaker;
    if (sessionId !== null) seat.send({ type: 'active-speaker', sessionId });
  };

  const admitJoined = (seat: Seat, sdp: string): SeatAnswer => {
    members.addSeat(seat);
    const participants = members.introduceTo(seat);
    members.sync(seat.sessionId);
    if (seat.level === 'full') tellSpeaker(seat);
    guard('participant-joined', () => options.onParticipantJoined?.(seat.sessionId));
    const { sessionId, level, owner, userName, userId, permissions } = seat;
    return {
      sdp,
      sessionId,
      location: participantPath(options.path, seat.key),
      participants,
      ...{ level, owner, userName, userId, permissions },
    };
  };

  const shut = async (message: string): Promise<void> => {
    for (const agent of members.agents.values()) agent.close();
    const seats = [...members.seats.values()];
    await Promise.all(
      seats.map((seat) => farewell.say(seat, { type: 'room-left', reason: 'ended', message })),
    );
    for (const seat of seats) remove(seat, 'ejected');
    farewell.finish();
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
      const seats = [...members.seats.values()];
      return seats.reduce((sum, seat) => sum + seat.lines.flowing, 0);
    },
    get participantCount() {
      return members.count;
    },
    join,
    async restart(participantKey, { sdp, sends }) {
      assertOpen();
      const seat = members.seats.get(participantKey);
      if (seat === undefined) throw new RoomError('not_found', 'There is no such participant.');
      const answer = await seat.connect(parseOffer(sdp), sends);
      if (members.isIn(seat)) {
        members.sync(seat.sessionId);
        members.syncReader(seat);
        noteChange(seat.sessionId);
      }
      return { sdp: answer };
    },
    leave(participantKey, reason = 'left', frames = []) {
      const seat = members.seats.get(participantKey);
      if (seat === undefined) return false;
      for (const text of frames) events.onText(seat, text);
      return remove(seat, reason);
    },
    addAgent(agentOptions) {
      assertOpen();
      return server.addAgent(agentOptions);
    },
    addSource(sourceOptions) {
      assertOpen();
      return server.addSource(sourceOptions);
    },
    ...administer({
      members,
      farewell,
      takeOut,
      onChanged: noteChange,
      onAdmitted: tellSpeaker,
      maxParticipants: options.maxParticipants,
    }),
    tap(sessionId, track, tap) {
      const publication = members.find(sessionId)?.publications.get(track);
      return publication === undefined ? null : tapTrack(publication, tap, clock.now());
    },
    close(message) {
      closing ??= shut(message);
      return closing;
    },
  };
}

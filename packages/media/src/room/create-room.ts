import { participantPath, type RoomAnswer, type RoomJoin } from '@kindling/protocol/room';
import type { AgentOptions, AgentParticipant, Room, RoomOptions } from '../port.ts';
import { RoomError } from '../room-error.ts';
import { parseOffer } from '../sdp/parse-offer.ts';
import { createAgentSeat } from './agent-seat.ts';
import { createAppMessages } from './app-messages.ts';
import { createCommandHandler } from './handle-command.ts';
import type { MediaContext } from './media-context.ts';
import { createMembers } from './members.ts';
import { roomErrorEvent } from './parse-command.ts';
import { createSeat, identifyOffer, type Seat, type SeatEvents } from './seat.ts';
import { createVoiceAudience } from './voice-audience.ts';

/** How long the last message to a room may take to arrive. */
const FAREWELL_TIMEOUT = 250;

type LeaveReason = 'left' | 'lost' | 'ejected';

/** A room without anybody in it. `onClosed` is called once, when everything is freed. */
export function createRoom(
  options: RoomOptions,
  context: MediaContext,
  onClosed: () => void,
): Room {
  const members = createMembers();
  const messages = createAppMessages(members);
  const audience = createVoiceAudience(members);
  const handleCommand = createCommandHandler({ members, messages, onSubscribed: audience.update });
  let joining = 0;
  let closing: Promise<void> | null = null;
  let onFarewell: (() => void) | null = null;

  const guard = (stage: string, run: () => void): void => {
    try {
      run();
    } catch (error) {
      context.onFault(stage, error);
    }
  };

  const remove = (seat: Seat, reason: LeaveReason): boolean => {
    const removed = members.removeSeat(seat, reason);
    seat.close();
    audience.refresh();
    if (removed)
      guard('participant-left', () => options.onParticipantLeft?.(seat.sessionId, reason));
    return removed;
  };

  const events: SeatEvents = {
    onText: (seat, text) => guard('command', () => handleCommand(seat, text)),
    onBinary: (seat) => seat.send(roomErrorEvent('invalid_message', 'Messages are JSON texts.')),
    onAudio(seat, pcm) {
      for (const agent of members.agents.values()) agent.hear(pcm, seat.sessionId);
    },
    onReachable() {
      audience.refresh();
      onFarewell?.();
    },
    onLost: (seat) => void remove(seat, 'lost'),
  };

  const assertOpen = (): void => {
    if (closing !== null) throw new RoomError('room_ended', 'This room is closed.');
  };

  const admit = (offerId: string): void => {
    assertOpen();
    if ([...members.seats.values()].some((seat) => seat.offerId === offerId))
      throw new RoomError('already_joined', 'This offer was answered already. Make a new one.');
    if (members.seats.size + joining >= options.maxParticipants)
      throw new RoomError('room_full', 'This room has no free place.');
  };

  const seatFor = async (request: RoomJoin): Promise<{ seat: Seat; sdp: string }> => {
    const offer = parseOffer(request.sdp);
    admit(identifyOffer(offer));
    joining++;
    try {
      const seat = await createSeat(request, context, events);
      try {
        const sdp = await seat.connect(offer);
        assertOpen();
        return { seat, sdp };
      } catch (error) {
        seat.close();
        throw error;
      }
    } finally {
      joining--;
    }
  };

  const join = async (request: RoomJoin): Promise<RoomAnswer> => {
    assertOpen();
    const { seat, sdp } = await seatFor(request);
    members.addSeat(seat);
    members.announce('participant-joined', seat.sessionId);
    guard('participant-joined', () => options.onParticipantJoined?.(seat.sessionId));
    return {
      sdp,
      sessionId: seat.sessionId,
      location: participantPath(options.path, seat.key),
      iceServers: [...context.iceServers],
      participants: members.describeTo(seat),
    };
  };

  const addAgent = (agentOptions: AgentOptions): AgentParticipant => {
    assertOpen();
    const agent = createAgentSeat({
      agent: agentOptions,
      context,
      canSpeak: audience.canSpeak,
      hasListeners: audience.hasListeners,
      onVoice: audience.send,
    });
    members.addAgent(agent);
    members.announce('participant-joined', agent.sessionId);
    // The caller has its participant in hand before the first message comes.
    queueMicrotask(() => messages.welcome(agent));
    return {
      sessionId: agent.sessionId,
      output: agent.output,
      sendAppMessage: (data, to = '*') => void messages.route(agent.sessionId, to, data),
      leave() {
        agent.close();
        members.removeAgent(agent);
        audience.refresh();
      },
    };
  };

  /** Until everybody has hung up, which clients do when told, or the time is over. */
  const farewell = (): Promise<void> =>
    new Promise((resolve) => {
      const cancel = context.clock.schedule(FAREWELL_TIMEOUT, () => finish());
      const finish = (): void => {
        onFarewell = null;
        cancel();
        resolve();
      };
      onFarewell = () => {
        if ([...members.seats.values()].every((seat) => seat.unreachable)) finish();
      };
      onFarewell();
    });

  const shut = async (message: string): Promise<void> => {
    for (const agent of members.agents.values()) agent.close();
    members.broadcast({ type: 'room-left', reason: 'ended', message });
    await farewell();
    for (const seat of [...members.seats.values()]) remove(seat, 'ejected');
    for (const agent of [...members.agents.values()]) members.removeAgent(agent);
    onClosed();
  };

  return {
    name: options.name,
    get participantCount() {
      return members.seats.size + members.agents.size;
    },
    join,
    async restart(participantKey, sdp) {
      assertOpen();
      const seat = members.seats.get(participantKey);
      if (seat === undefined) throw new RoomError('not_found', 'There is no such participant.');
      const answer = await seat.connect(parseOffer(sdp));
      return { sdp: answer, iceServers: [...context.iceServers] };
    },
    leave(participantKey) {
      const seat = members.seats.get(participantKey);
      if (seat === undefined) return false;
      const left = remove(seat, 'left');
      onFarewell?.();
      return left;
    },
    addAgent,
    close(message) {
      closing ??= shut(message);
      return closing;
    },
  };
}

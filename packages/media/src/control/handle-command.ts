import type { RoomCommand } from '@kindling/protocol/room';
import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { ParticipantSession } from '../participant/participant-session.ts';
import type { AppMessages } from './app-messages.ts';
import { type CommandLimit, type CommandVerdict, createCommandLimit } from './command-limit.ts';
import { parseCommand, type RoomErrorEvent, roomErrorEvent } from './parse-command.ts';

type Command<T extends RoomCommand['type']> = Extract<RoomCommand, { type: T }>;

export interface CommandHandlerOptions {
  readonly registry: ParticipantRegistry;
  readonly messages: AppMessages;
  /** Milliseconds on the engine's clock. */
  readonly now: () => number;
  readonly onRequest: (session: ParticipantSession, request: Command<'request'>) => void;
  /** A participant's subscriptions changed. */
  readonly onSubscribed: () => void;
  /** A participant sends far more than they may. */
  readonly onFlood: (session: ParticipantSession) => void;
  /** A participant changed their name, data or tracks. */
  readonly onChanged: (session: ParticipantSession) => void;
}

/** Executes the commands on the data channels; mistakes are answered, never thrown. */
export function createCommandHandler(options: CommandHandlerOptions) {
  const { registry, messages } = options;
  const limits = new WeakMap<ParticipantSession, CommandLimit>();

  const limitOf = (session: ParticipantSession): CommandLimit => {
    const known = limits.get(session);
    if (known !== undefined) return known;
    const limit = createCommandLimit(options.now);
    limits.set(session, limit);
    return limit;
  };

  const sendAppMessage = (
    session: ParticipantSession,
    { data, to }: Command<'app-message'>,
    sequence: number | null,
  ): void => {
    const { delivery, held } = messages.route({ from: session.sessionId, data, sequence }, to);
    if (held !== null && sequence !== null) session.holdCommand(sequence, held);
    if (delivery === 'not_found')
      session.send(roomErrorEvent('not_found', `to: there is no participant ${to}.`));
    if (delivery === 'queue_full')
      session.send(
        roomErrorEvent('queue_full', 'Nobody reads your messages yet. Try again later.'),
      );
  };

  const subscribe = (
    session: ParticipantSession,
    { sessionId, tracks }: Command<'subscribe'>,
  ): void => {
    if (registry.findVisible(sessionId, session) === undefined) {
      session.send(roomErrorEvent('not_found', `sessionId: there is no participant ${sessionId}.`));
      return;
    }
    session.subscriptions.set(sessionId, tracks);
    registry.syncReader(session);
    options.onSubscribed();
  };

  const updateSelf = (session: ParticipantSession, command: Command<'update-self'>): void => {
    if (command.userName !== undefined) session.userName = command.userName;
    if (command.userData !== undefined) session.userData = command.userData;
    if (command.tracks !== undefined) session.setTracks(command.tracks);
    registry.sync(session.sessionId);
    options.onChanged(session);
  };

  const isTaken = (session: ParticipantSession, verdict: CommandVerdict): boolean => {
    if (verdict === 'refused')
      session.send(roomErrorEvent('rate_limited', 'Too many messages. Send fewer per second.'));
    if (verdict === 'flood') options.onFlood(session);
    return verdict === 'taken';
  };

  /** How many participants receive the result of this command. */
  const countReceivers = (command: RoomCommand | RoomErrorEvent): number => {
    const isForAll =
      command.type === 'update-self' || (command.type === 'app-message' && command.to === '*');
    return isForAll ? registry.sessions.size : 1;
  };

  /** `text`: null for a binary frame. */
  return (session: ParticipantSession, text: string | null): void => {
    const limit = limitOf(session);
    if (!isTaken(session, limit.read(text?.length ?? 0))) return;
    if (text === null) {
      session.send(roomErrorEvent('invalid_message', 'Messages are JSON texts.'));
      return;
    }
    const { command, sequence } = parseCommand(text);
    if (!session.takesCommand(sequence)) return;
    if (!isTaken(session, limit.broadcast(text.length, countReceivers(command)))) return;
    if (command.type === 'room-error') session.send(command);
    else if (command.type === 'request') options.onRequest(session, command);
    else if (command.type === 'ping') session.answerPing(command);
    else if (command.type === 'update-self') updateSelf(session, command);
    else if (session.level === 'lobby')
      session.send(roomErrorEvent('not_allowed', `${command.type}: not before you are admitted.`));
    else if (command.type === 'app-message') sendAppMessage(session, command, sequence);
    else if (command.type === 'early-audio') session.takeEarlyAudio(command);
    else subscribe(session, command);
  };
}

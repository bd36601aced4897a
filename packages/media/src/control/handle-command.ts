import type { RoomCommand } from '@kindling/protocol/room';
import type { ParticipantRegistry } from '../participant/participant-registry.ts';
import type { ParticipantSession } from '../participant/participant-session.ts';
import type { AppMessages } from './app-messages.ts';
import type { CommandVerdict } from './command-limit.ts';
import { parseCommand, type RoomErrorEvent, roomErrorEvent } from './parse-command.ts';

type Command<T extends RoomCommand['type']> = Extract<RoomCommand, { type: T }>;

export interface CommandHandlerOptions {
  readonly members: ParticipantRegistry;
  readonly messages: AppMessages;
  readonly onRequest: (session: ParticipantSession, request: Command<'request'>) => void;
  /** Somebody's wishes what to hear have changed. */
  readonly onSubscribed: () => void;
  /** Somebody sends far more than they may. */
  readonly onFlood: (session: ParticipantSession) => void;
  /** A person said something new of themselves. */
  readonly onChanged: (session: ParticipantSession) => void;
}

/** Carries out what people send on their data channel; mistakes are answered, never thrown. */
export function createCommandHandler(options: CommandHandlerOptions) {
  const { members, messages } = options;

  const sendAppMessage = (session: ParticipantSession, command: Command<'app-message'>): void => {
    const delivery = messages.route(session.sessionId, command.to, command.data);
    if (delivery === 'not_found')
      session.send(roomErrorEvent('not_found', `to: there is no participant ${command.to}.`));
    if (delivery === 'queue_full')
      session.send(
        roomErrorEvent('queue_full', 'Nobody reads your messages yet. Try again later.'),
      );
  };

  const subscribe = (
    session: ParticipantSession,
    { sessionId, tracks }: Command<'subscribe'>,
  ): void => {
    if (members.findVisible(sessionId, session) === undefined) {
      session.send(roomErrorEvent('not_found', `sessionId: there is no participant ${sessionId}.`));
      return;
    }
    session.subscriptions.set(sessionId, tracks);
    members.syncReader(session);
    options.onSubscribed();
  };

  const updateSelf = (session: ParticipantSession, command: Command<'update-self'>): void => {
    if (command.userName !== undefined) session.userName = command.userName;
    if (command.userData !== undefined) session.userData = command.userData;
    if (command.tracks !== undefined) session.setTracks(command.tracks);
    members.sync(session.sessionId);
    options.onChanged(session);
  };

  const isTaken = (session: ParticipantSession, verdict: CommandVerdict): boolean => {
    if (verdict === 'refused')
      session.send(roomErrorEvent('rate_limited', 'Too many messages. Send fewer per second.'));
    if (verdict === 'flood') options.onFlood(session);
    return verdict === 'taken';
  };

  /** How many others are sent what this command brings. */
  const readersOf = (command: RoomCommand | RoomErrorEvent): number => {
    const isForAll =
      command.type === 'update-self' || (command.type === 'app-message' && command.to === '*');
    return isForAll ? members.sessions.size : 1;
  };

  /** `text`: of a frame, null where it was binary. */
  return (session: ParticipantSession, text: string | null): void => {
    if (!isTaken(session, session.limit.read(text?.length ?? 0))) return;
    if (text === null) {
      session.send(roomErrorEvent('invalid_message', 'Messages are JSON texts.'));
      return;
    }
    const { command, sequence } = parseCommand(text);
    if (!session.takesCommand(sequence)) return;
    if (!isTaken(session, session.limit.spread(text.length, readersOf(command)))) return;
    if (command.type === 'room-error') session.send(command);
    else if (command.type === 'request') options.onRequest(session, command);
    else if (command.type === 'ping') session.answerPing(command);
    else if (command.type === 'update-self') updateSelf(session, command);
    else if (session.level === 'lobby')
      session.send(roomErrorEvent('not_allowed', `${command.type}: not before you are let in.`));
    else if (command.type === 'app-message') sendAppMessage(session, command);
    else if (command.type === 'early-audio') session.takeEarlyAudio(command);
    else subscribe(session, command);
  };
}

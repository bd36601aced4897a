import type { RoomCommand } from '@kindling/protocol/room';
import type { AppMessages } from './app-messages.ts';
import type { Members } from './members.ts';
import { parseCommand, roomErrorEvent } from './parse-command.ts';
import type { Seat } from './seat.ts';

type Command<T extends RoomCommand['type']> = Extract<RoomCommand, { type: T }>;

export interface CommandHandlerOptions {
  readonly members: Members;
  readonly messages: AppMessages;
  readonly onRequest: (seat: Seat, request: Command<'request'>) => void;
  /** Somebody's wishes what to hear have changed. */
  readonly onSubscribed: () => void;
  /** A person said something new of themselves. */
  readonly onChanged: (seat: Seat) => void;
}

/** Carries out what people send on their data channel; mistakes are answered, never thrown. */
export function createCommandHandler(options: CommandHandlerOptions) {
  const { members, messages } = options;

  const sendAppMessage = (seat: Seat, command: Command<'app-message'>): void => {
    const delivery = messages.route(seat.sessionId, command.to, command.data);
    if (delivery === 'not_found')
      seat.send(roomErrorEvent('not_found', `to: there is no participant ${command.to}.`));
    if (delivery === 'queue_full')
      seat.send(roomErrorEvent('queue_full', 'Nobody reads your messages yet. Try again later.'));
  };

  const subscribe = (seat: Seat, { sessionId, tracks }: Command<'subscribe'>): void => {
    if (members.findVisible(sessionId, seat) === undefined) {
      seat.send(roomErrorEvent('not_found', `sessionId: there is no participant ${sessionId}.`));
      return;
    }
    seat.subscriptions.set(sessionId, tracks);
    members.syncReader(seat);
    options.onSubscribed();
  };

  const updateSelf = (seat: Seat, command: Command<'update-self'>): void => {
    if (command.userName !== undefined) seat.userName = command.userName;
    if (command.userData !== undefined) seat.userData = command.userData;
    if (command.tracks !== undefined) seat.setTracks(command.tracks);
    members.sync(seat.sessionId);
    options.onChanged(seat);
  };

  return (seat: Seat, text: string): void => {
    if (!seat.mayCommand()) {
      seat.send(roomErrorEvent('rate_limited', 'Too many messages. Send fewer per second.'));
      return;
    }
    const { command, sequence } = parseCommand(text);
    if (!seat.takesCommand(sequence)) return;
    if (command.type === 'room-error') seat.send(command);
    else if (command.type === 'request') options.onRequest(seat, command);
    else if (command.type === 'ping') seat.answerPing(command);
    else if (command.type === 'update-self') updateSelf(seat, command);
    else if (seat.level === 'lobby')
      seat.send(roomErrorEvent('not_allowed', `${command.type}: not before you are let in.`));
    else if (command.type === 'app-message') sendAppMessage(seat, command);
    else if (command.type === 'early-audio') seat.takeEarlyAudio(command);
    else subscribe(seat, command);
  };
}

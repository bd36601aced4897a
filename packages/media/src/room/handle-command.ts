import type { RoomCommand } from '@kindling/protocol/room';
import type { AppMessages } from './app-messages.ts';
import type { Members } from './members.ts';
import { parseCommand, roomErrorEvent } from './parse-command.ts';
import type { Seat } from './seat.ts';

export interface CommandHandlerOptions {
  readonly members: Members;
  readonly messages: AppMessages;
  /** Somebody's wishes what to hear have changed. */
  readonly onSubscribed: (sessionId: string) => void;
}

type Command<T extends RoomCommand['type']> = Extract<RoomCommand, { type: T }>;

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

  const subscribe = (seat: Seat, command: Command<'subscribe'>): void => {
    const { sessionId, audio } = command;
    if (sessionId === seat.sessionId || !members.has(sessionId)) {
      seat.send(roomErrorEvent('not_found', `sessionId: there is no participant ${sessionId}.`));
      return;
    }
    if (audio === true) seat.subscriptions.add(sessionId);
    if (audio === false) seat.subscriptions.delete(sessionId);
    const participant = members.describe(sessionId, seat);
    if (participant !== null) seat.send({ type: 'participant-updated', participant });
    options.onSubscribed(sessionId);
  };

  const updateSelf = (seat: Seat, command: Command<'update-self'>): void => {
    if (command.userName !== undefined) seat.userName = command.userName;
    if (command.userData !== undefined) seat.userData = command.userData;
    if (command.audio !== undefined) seat.audioOn = command.audio;
    members.announce('participant-updated', seat.sessionId);
  };

  return (seat: Seat, text: string): void => {
    if (!seat.mayCommand()) {
      seat.send(roomErrorEvent('rate_limited', 'Too many messages. Send fewer per second.'));
      return;
    }
    const command = parseCommand(text);
    if (command.type === 'room-error') seat.send(command);
    else if (command.type === 'app-message') sendAppMessage(seat, command);
    else if (command.type === 'subscribe') subscribe(seat, command);
    else if (command.type === 'update-self') updateSelf(seat, command);
    else {
      seat.expectTraffic();
      seat.send({ type: 'pong', sentAt: command.sentAt });
    }
  };
}

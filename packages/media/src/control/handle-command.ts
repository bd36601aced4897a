import type { RoomCommand } from '@kindling/protocol/room';
import type { Members } from '../participant/members.ts';
import type { Seat } from '../participant/seat.ts';
import type { AppMessages } from './app-messages.ts';
import type { CommandVerdict } from './command-limit.ts';
import { parseCommand, type RoomErrorEvent, roomErrorEvent } from './parse-command.ts';

type Command<T extends RoomCommand['type']> = Extract<RoomCommand, { type: T }>;

export interface CommandHandlerOptions {
  readonly members: Members;
  readonly messages: AppMessages;
  readonly onRequest: (seat: Seat, request: Command<'request'>) => void;
  /** Somebody's wishes what to hear have changed. */
  readonly onSubscribed: () => void;
  /** Somebody sends far more than they may. */
  readonly onFlood: (seat: Seat) => void;
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

  const isTaken = (seat: Seat, verdict: CommandVerdict): boolean => {
    if (verdict === 'refused')
      seat.send(roomErrorEvent('rate_limited', 'Too many messages. Send fewer per second.'));
    if (verdict === 'flood') options.onFlood(seat);
    return verdict === 'taken';
  };

  /** How many others are sent what this command brings. */
  const readersOf = (command: RoomCommand | RoomErrorEvent): number => {
    const isForAll =
      command.type === 'update-self' || (command.type === 'app-message' && command.to === '*');
    return isForAll ? members.seats.size : 1;
  };

  /** `text`: of a frame, null where it was binary. */
  return (seat: Seat, text: string | null): void => {
    if (!isTaken(seat, seat.limit.read(text?.length ?? 0))) return;
    if (text === null) {
      seat.send(roomErrorEvent('invalid_message', 'Messages are JSON texts.'));
      return;
    }
    const { command, sequence } = parseCommand(text);
    if (!seat.takesCommand(sequence)) return;
    if (!isTaken(seat, seat.limit.spread(text.length, readersOf(command)))) return;
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

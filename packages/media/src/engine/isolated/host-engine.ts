import type { MediaEngineOptions } from '../../port.ts';
import type { LocalMediaEngine } from '../assemble-engine.ts';
import { createHostedRooms } from './hosted-rooms.ts';
import type { Command, Notice, StartOptions } from './messages.ts';
import { sendError } from './sent-error.ts';

export interface EngineHost {
  handle(command: Command): void;
  /** There is nobody any more to report to. */
  abandon(): void;
}

/** Makes the engine of a process; `settings` as its server gave them. */
export type StartEngine<S extends StartOptions> = (
  settings: S & Required<Pick<MediaEngineOptions, 'onFault'>>,
) => Promise<LocalMediaEngine>;

/** An engine that is controlled by commands and reports by notices. */
export function hostEngine<S extends StartOptions>(
  startEngine: StartEngine<S>,
  post: (notice: Notice) => void,
): EngineHost {
  let engine: LocalMediaEngine | null = null;
  /** Commands that arrived while the engine starts; null while it does not. */
  let early: Command[] | null = null;

  const running = (): LocalMediaEngine => {
    if (engine === null) throw new Error('The engine has not been started.');
    return engine;
  };
  const rooms = createHostedRooms(running, post);

  const start = async (options: StartOptions): Promise<number> => {
    early = [];
    try {
      engine = await startEngine({
        ...(options as S),
        onFault: ({ stage, error }) => post({ type: 'fault', stage, error: sendError(error) }),
      });
      return engine.udpPort;
    } finally {
      const waiting = early;
      early = null;
      for (const command of waiting) handle(command);
    }
  };

  const perform = (command: Command): unknown => {
    if (command.type === 'beat') return undefined;
    if (command.type === 'start') return start(command.options);
    if (command.type === 'stats') return running().stats();
    if (command.type === 'stop') return engine?.close();
    return rooms.perform(command);
  };

  const execute = (command: Command): void => {
    const call = 'call' in command ? command.call : undefined;
    const fail = (error: unknown) => {
      if (call !== undefined) post({ type: 'reply', call, error: sendError(error) });
      else post({ type: 'fault', stage: command.type, error: sendError(error) });
    };
    const succeed = (value: unknown) => {
      if (call !== undefined) post({ type: 'reply', call, value });
    };
    try {
      const result = perform(command);
      // A result that is known now is sent now: the server's thread may be blocked waiting for it.
      if (result instanceof Promise) result.then(succeed, fail);
      else succeed(result);
    } catch (error) {
      fail(error);
    }
  };

  const handle = (command: Command): void => {
    if (early !== null) early.push(command);
    else execute(command);
  };

  return { handle, abandon: () => engine?.abandon() };
}

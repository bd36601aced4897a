import type { RoomEvent } from '@kindling/protocol/room';
import type { CallContext, CallHooks } from '../core/call-context.ts';
import { TypedEmitter } from '../core/typed-emitter.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A call for its features: writes down what they ask of the room and tell the page. */
export function createFeatureContext() {
  const hooks = new TypedEmitter<CallHooks>();
  const emitted: [string, unknown][] = [];
  const asked: [string, unknown][] = [];
  const room = { joined: true, answer: (): unknown => undefined };
  const clock = new VirtualClock();
  const others: { session_id?: string; [field: string]: unknown }[] = [];
  const own: unknown[] = [];
  const recorders = new Set<string>();
  const refreshed: string[] = [];
  const context = {
    hooks,
    dependencies: { clock },
    session: {
      get joined() {
        return room.joined;
      },
      sessionId: 'me',
      remote: {
        all: () => others,
        get: (id: string) => others.find(({ session_id }) => session_id === id),
        recorders,
        refresh: (who: string) => refreshed.push(who),
      },
    },
    tracks: { all: () => own },
    notifyLocalChange: () => void refreshed.push('me'),
    emit: (name: string, payload: unknown) => void emitted.push([name, payload]),
    request: async (method: string, params: unknown) => {
      asked.push([method, JSON.parse(JSON.stringify(params))]);
      return room.answer();
    },
  };
  const say = (event: RoomEvent) => hooks.emit('event', event);
  return {
    context: context as unknown as CallContext,
    hooks,
    emitted,
    asked,
    room,
    clock,
    say,
    others,
    own,
    recorders,
    refreshed,
  };
}

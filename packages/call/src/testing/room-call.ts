import type { RoomEvent } from '@kindling/protocol/room';
import { CallObject } from '../call-object/call-object.ts';
import type { CallEventName } from '../core/call-events.ts';
import { callInstances } from '../core/call-instances.ts';
import type { CallObjectOptions } from '../options/call-options.ts';
import { type FakeEngine, fakeEngines } from './fake-engine.ts';
import { asDevices, FakeDevices } from './fake-media.ts';
import { VirtualClock } from './virtual-clock.ts';

/** A whole call object in a room that a test speaks for. */
export function createRoomCall(
  options: CallObjectOptions = {},
  prepare?: (engine: FakeEngine) => void,
) {
  const clock = new VirtualClock();
  const devices = new FakeDevices();
  const engines = fakeEngines(prepare);
  const call = new CallObject(
    { url: 'https://kindling.test/room/staff', ...options },
    {
      clock,
      importEngine: engines.importEngine,
      mediaDevices: () => asDevices(devices),
      onPageHide: () => () => {},
    },
  );
  const engine = () => {
    const last = engines.made.at(-1);
    if (last === undefined) throw new Error('no engine was made');
    return last;
  };
  return {
    call,
    clock,
    devices,
    engine,
    /** As the room does. */
    tell: (event: RoomEvent) => engine().options.callbacks.onEvent(event),
    /** What the events of these names carried, without the id of the call. */
    collect(...names: CallEventName[]) {
      const seen: unknown[] = [];
      for (const name of names) {
        call.on(name, ({ callClientId: _, ...event }) => void seen.push(event));
      }
      return seen;
    },
  };
}

/** For `afterEach`: what a test left behind. */
export function destroyAllRoomCalls(): void {
  const call = callInstances.find();
  if (call === undefined) return;
  void call.destroy();
  if (callInstances.find() !== call) destroyAllRoomCalls();
}

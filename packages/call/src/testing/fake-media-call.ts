import { MediaMethods } from '../call-object/media-methods.ts';
import type { CallEventName, CallEventPayloads } from '../core/call-events.ts';
import { callInstances } from '../core/call-instances.ts';
import type { CallObjectOptions } from '../options/call-options.ts';
import { type FakeEngine, fakeEngines } from './fake-engine.ts';
import { asDevices, FakeDevices } from './fake-media.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The part of a call object that has to do with media, with pretended devices and room. */
export function createMediaCall(
  options: CallObjectOptions = {},
  prepare?: (engine: FakeEngine) => void,
) {
  const clock = new VirtualClock();
  const devices = new FakeDevices();
  devices.listed.push({ kind: 'videoinput', deviceId: 'camera' });
  const engines = fakeEngines(prepare);
  const call = new MediaMethods(
    { url: 'https://kindling.test/room/a', ...options },
    {
      clock,
      importEngine: engines.importEngine,
      mediaDevices: () => asDevices(devices),
      onPageHide: () => () => {},
    },
  );
  /** Everything that was sent under a name; null: nothing. */
  const sent = (name: string) =>
    engines.made.at(-1)?.outgoing.filter((one) => one.name === name) ?? [];
  /** What an event carried, each time. */
  function heard<N extends CallEventName>(name: N): CallEventPayloads[N][] {
    const payloads: CallEventPayloads[N][] = [];
    call.on(name, (event) => {
      const {
        action: _,
        callClientId: __,
        ...payload
      } = event as { action: N; callClientId: string };
      payloads.push(payload as CallEventPayloads[N]);
    });
    return payloads;
  }
  return { call, clock, devices, sent, heard };
}

/** For `afterEach`: what a test left behind. */
export function destroyAllCalls(): void {
  const call = callInstances.find();
  if (call === undefined) return;
  void call.destroy();
  if (callInstances.find() !== call) destroyAllCalls();
}

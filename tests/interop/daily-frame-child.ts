import { CallObject } from '@kindling/call';
import { createFrameHost } from '@kindling/call/frame-host';
import { fakeEngines, wireParticipant } from '../../packages/call/src/testing/fake-engine.ts';
import { VirtualClock } from '../../packages/call/src/testing/virtual-clock.ts';

/** The call page of a frame, with a room that is always there. */
const callObject = new CallObject(
  {},
  {
    clock: new VirtualClock(),
    importEngine: fakeEngines((engine) => {
      engine.present = [wireParticipant('guide')];
      engine.room = { owner: true, level: 'full' };
    }).importEngine,
    mediaDevices: () => undefined,
    onPageHide: () => () => {},
  },
);
const heard: unknown[] = [];
const host = createFrameHost({
  callObject,
  onSettings: (settings, changed) => heard.push({ settings, changed }),
  onCommand: (command) => heard.push({ command }),
});
Object.assign(globalThis, { callObject, host, heard });

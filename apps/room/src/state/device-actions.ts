import type { RoomCall } from '../call/room-call.ts';
import type { Devices, PageState } from './page-state.ts';
import { listPeople } from './people.ts';
import type { Store } from './store.ts';
import { showToast } from './toasts.ts';

export interface DeviceActions {
  toggleMicrophone(): void;
  toggleCamera(): void;
  /** Requests the devices again, after a refusal. */
  retryDevices(): Promise<void>;
  /** Reads the available devices and those in use. */
  refreshDevices(): Promise<void>;
  chooseDevice(kind: 'microphone' | 'camera' | 'speaker', id: string): Promise<void>;
  setNoiseCancelled(on: boolean): Promise<void>;
  setBackgroundBlurred(on: boolean): Promise<void>;
}

/** Microphone, camera, loudspeaker. */
export function createDeviceActions(call: RoomCall, store: Store<PageState>): DeviceActions {
  const show = () =>
    store.set({
      participants: listPeople(call.participants()),
      audioOn: call.localAudio(),
      videoOn: call.localVideo(),
    });
  const effectFailed = () => showToast(store, store.get().strings.effectFailed, 'alarm');
  const actions: DeviceActions = {
    toggleMicrophone() {
      call.setLocalAudio(!call.localAudio());
      show();
    },
    toggleCamera() {
      call.setLocalVideo(!call.localVideo());
      show();
    },
    async retryDevices() {
      store.set({ problem: null });
      await call.startCamera({ audioSource: true, videoSource: true }).catch(() => {});
      show();
      await actions.refreshDevices();
    },
    async refreshDevices() {
      const [{ devices }, inUse] = await Promise.all([
        call.enumerateDevices(),
        call.getInputDevices(),
      ]);
      store.set({ devices: describe(devices, inUse) });
    },
    async chooseDevice(kind, id) {
      try {
        if (kind === 'microphone') await call.setInputDevicesAsync({ audioDeviceId: id });
        else if (kind === 'camera') await call.setInputDevicesAsync({ videoDeviceId: id });
        else await call.setOutputDeviceAsync({ outputDeviceId: id });
        store.set({ devices: { ...store.get().devices, [kind]: id } });
      } catch {
        showToast(store, store.get().strings.requestFailed, 'alarm');
      }
      show();
    },
    async setNoiseCancelled(noiseCancelled) {
      store.set({ noiseCancelled });
      const type = noiseCancelled ? 'noise-cancellation' : 'none';
      await call.updateInputSettings({ audio: { processor: { type } } }).catch(() => {
        store.set({ noiseCancelled: false });
        effectFailed();
      });
    },
    async setBackgroundBlurred(backgroundBlurred) {
      store.set({ backgroundBlurred });
      const processor = backgroundBlurred
        ? ({ type: 'background-blur', config: { strength: 0.6 } } as const)
        : ({ type: 'none' } as const);
      await call.updateInputSettings({ video: { processor } }).catch(() => {
        store.set({ backgroundBlurred: false });
        effectFailed();
      });
    },
  };
  return actions;
}

function describe(listed: readonly MediaDeviceInfo[], inUse: object): Devices {
  const id = (key: string) => {
    const device: unknown = Reflect.get(inUse, key);
    return typeof device === 'object' && device !== null && 'deviceId' in device
      ? String(device.deviceId)
      : '';
  };
  return { listed, microphone: id('mic'), camera: id('camera'), speaker: id('speaker') };
}

import type { Emit } from '../../core/call-events.ts';
import {
  type DeviceInfos,
  type DevicesInUse,
  defaultMicrophone,
  describeDevices,
  listDevices,
} from './device-list.ts';

export interface DeviceWatchOptions {
  mediaDevices(): MediaDevices | undefined;
  readonly emit: Emit;
  inUse(): DevicesInUse;
  /** Whether another default microphone of the system is to be used at once. */
  followsDefault(): boolean;
  onDefaultMicrophoneChanged(): void;
}

/** The available and selected devices; emits events when they change during a call. */
export class DeviceWatch {
  readonly #options: DeviceWatchOptions;
  #watching = false;
  #default: string | null = null;

  constructor(options: DeviceWatchOptions) {
    this.#options = options;
  }

  start(): void {
    this.#watching = true;
    this.#options.mediaDevices()?.addEventListener?.('devicechange', this.#handleChange);
    void this.emitAll(true);
  }

  stop(): void {
    this.#watching = false;
    this.#default = null;
    this.#options.mediaDevices()?.removeEventListener?.('devicechange', this.#handleChange);
  }

  /** Never rejects: the list is empty when it cannot be read. */
  list(): Promise<MediaDeviceInfo[]> {
    return listDevices(this.#options.mediaDevices()).catch(() => []);
  }

  async describe(): Promise<DeviceInfos> {
    return describeDevices(await this.list(), this.#options.inUse());
  }

  async emitSelected(): Promise<DeviceInfos> {
    const devices = await this.describe();
    this.#options.emit('selected-devices-updated', { devices });
    return devices;
  }

  /** `renamed`: names are known from the first grant on. */
  async emitAll(renamed: boolean): Promise<void> {
    if (renamed) await this.#emitAvailable();
    if (this.#watching) await this.emitSelected();
  }

  async #emitAvailable(): Promise<void> {
    const availableDevices = await this.list();
    if (!this.#watching) return;
    this.#options.emit('available-devices-updated', { availableDevices });
    const before = this.#default;
    this.#default = defaultMicrophone(availableDevices);
    if (before === null || this.#default === null || before === this.#default) return;
    if (this.#options.followsDefault()) this.#options.onDefaultMicrophoneChanged();
  }

  readonly #handleChange = () => void this.#emitAvailable();
}

import type { CallObject, InputDeviceChoice } from '@kindling/call';
import type { VapiEmit } from '../vapi-events.ts';
import type { AmplifiedMicrophone } from './microphone-gain.ts';
import type { GrantedMicrophone } from './microphone-permission.ts';
import { listMicrophones } from './microphones.ts';

/** The microphone of one call: granted, switched, amplified or unplugged. */
export class SentMicrophone {
  readonly #call: CallObject;
  readonly #granted: GrantedMicrophone;
  #amplified: Promise<AmplifiedMicrophone> | null = null;
  #choosing: Promise<unknown> = Promise.resolve();

  constructor(call: CallObject, granted: GrantedMicrophone, emit: VapiEmit) {
    this.#call = call;
    this.#granted = granted;
    let devices: readonly MediaDeviceInfo[] = [];
    let used: string | null = null;
    const emitUpdate = () => emit('microphones-updated', listMicrophones(devices, used));
    call.on('available-devices-updated', ({ availableDevices }) => {
      devices = availableDevices;
      emitUpdate();
    });
    call.on('selected-devices-updated', ({ devices: { mic } }) => {
      used = 'deviceId' in mic ? mic.deviceId : null;
      emitUpdate();
    });
    if (typeof granted.source !== 'object') return;
    granted.source.addEventListener('ended', this.#handleUnplugged);
    // Unplugged while the call was being created: the event does not fire again.
    if (granted.source.readyState === 'ended') this.#handleUnplugged();
  }

  /** The microphone that was granted at the start is released when another one is chosen. */
  async choose(devices: InputDeviceChoice): Promise<void> {
    // A pending gain would replace the newly chosen device.
    if (this.#amplified !== null) await this.#amplified.catch(() => {});
    const before = this.#sentTrack;
    const amplified = this.#amplified;
    this.#choosing = this.#call.setInputDevicesAsync(devices);
    await this.#choosing;
    // It could not be opened: the previous one is still in use.
    if (this.#sentTrack !== before) this.release(amplified);
  }

  /** @throws when there is no microphone */
  async setGain(gain: number): Promise<void> {
    this.#amplified ??= this.#amplify();
    const amplified = this.#amplified;
    try {
      (await amplified).setGain(gain);
    } catch (error) {
      if (this.#amplified === amplified) this.#amplified = null;
      throw error;
    }
  }

  get #sentTrack(): MediaStreamTrack | undefined {
    return this.#call.participants().local.tracks.audio.persistentTrack;
  }

  async #amplify(): Promise<AmplifiedMicrophone> {
    const { amplifyMicrophone } = await import('./microphone-gain.ts');
    await this.#choosing.catch(() => {});
    // Read only now: it may have changed meanwhile.
    const original = this.#sentTrack;
    if (original === undefined) throw new Error('There is no microphone to amplify.');
    const amplified = amplifyMicrophone(original);
    try {
      await this.#call.setInputDevicesAsync({ audioSource: amplified.track });
    } catch (error) {
      amplified.close();
      throw error;
    }
    return amplified;
  }

  /** Releases the granted track and the amplified one. */
  release(amplified = this.#amplified): void {
    amplified?.then(
      (one) => one.close(),
      () => {},
    );
    if (this.#amplified === amplified) this.#amplified = null;
    const { source, release } = this.#granted;
    if (typeof source === 'object') source.removeEventListener('ended', this.#handleUnplugged);
    release();
  }

  readonly #handleUnplugged = () => {
    // A failure arrives as camera-error; the call continues without a microphone.
    this.#call.setInputDevicesAsync({ audioDeviceId: null }).catch(() => {});
  };
}

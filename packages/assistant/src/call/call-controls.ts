import { type CallObject, TypedEmitter } from '@kindling/call';
import type { VapiClientMessage, VapiEmit, VapiEventName, VapiEvents } from '../vapi-events.ts';
import type { CallSession } from './call-session.ts';
import type { SharedCall } from './shared-call.ts';

type InputDevices = Parameters<CallObject['setInputDevicesAsync']>[0];
type OutputDevice = Parameters<CallObject['setOutputDeviceAsync']>[0];
type ScreenShare = NonNullable<Parameters<CallObject['startScreenShare']>[0]>;

/** What can be done in a running call. Without a call these do nothing, except where documented to throw. */
export class CallControls extends TypedEmitter<VapiEvents> {
  /** Emits to the listeners of this client, or of the one it is a copy of. */
  protected readonly notify: VapiEmit = (name, ...args) => {
    this.shared.listener(this).emit(name, ...args);
  };

  protected readonly shared: SharedCall;
  #volume = 1;

  protected constructor(shared: SharedCall) {
    super();
    this.shared = shared;
  }

  /** Calls `listener` whenever the event happens. */
  override on<N extends VapiEventName>(event: N, listener: (...args: VapiEvents[N]) => void): this {
    super.on(event, listener);
    return this.#listen(event);
  }

  /** Calls `listener` the next time the event happens. */
  override once<N extends VapiEventName>(
    event: N,
    listener: (...args: VapiEvents[N]) => void,
  ): this {
    super.once(event, listener);
    return this.#listen(event);
  }

  /** Sends a message to the assistant. */
  send(message: VapiClientMessage): void {
    if (this.session?.joined === true) this.session.send(message);
  }

  /**
   * Lets the assistant say something.
   * @param endCallAfterSpoken hangs up afterwards
   * @param interruptionsEnabled the user may interrupt it
   * @param interruptAssistantEnabled said at once, interrupting the assistant
   */
  say(
    message: string,
    endCallAfterSpoken?: boolean,
    interruptionsEnabled = false,
    interruptAssistantEnabled = false,
  ): void {
    this.send({
      type: 'say',
      message,
      ...(endCallAfterSpoken === undefined ? {} : { endCallAfterSpoken }),
      interruptionsEnabled,
      interruptAssistantEnabled,
    });
  }

  /**
   * Mutes or unmutes the microphone.
   *
   * @throws without a call
   */
  setMuted(mute: boolean): void {
    this.#requireSession().setMuted(mute);
  }

  /** True while the microphone of a call is off; false without a call. */
  isMuted(): boolean {
    return this.session?.call.localAudio() === false;
  }

  /** Switches the microphone or camera of the running call. */
  async setInputDevicesAsync(devices: InputDevices): Promise<void> {
    await this.session?.microphone.choose(devices);
  }

  /**
   * Sets the gain of the microphone; 1 is unchanged.
   *
   * @throws without a call or a microphone
   */
  async increaseMicLevel(gain: number): Promise<void> {
    await this.#requireSession().microphone.setGain(gain);
  }

  /**
   * Chooses the output device of the assistant.
   *
   * @throws when the device cannot be used
   */
  async setOutputDeviceAsync(device: OutputDevice): Promise<void> {
    const { session } = this;
    await session?.players.setOutputDevice(device.outputDeviceId ?? '');
    await session?.call.setOutputDeviceAsync(device);
  }

  /** Volume of the assistant, 0 to 1; kept for later calls. Some phones only allow their volume buttons. */
  get outputVolume(): number {
    return this.#volume;
  }

  set outputVolume(volume: number) {
    this.#volume = Math.min(1, Math.max(0, volume));
    this.session?.players.setVolume(this.#volume);
  }

  /** The elements that play the assistant, for volume and effects; empty without a call. */
  get audioElements(): readonly HTMLAudioElement[] {
    return this.session?.players.elements ?? [];
  }

  /** The underlying call object; null without a call. */
  getDailyCallObject(): CallObject | null {
    return this.session?.call ?? null;
  }

  /** Shares the screen; the browser asks which. Refusals are events of the call object. */
  startScreenSharing(
    displayMediaOptions?: ScreenShare['displayMediaOptions'],
    screenVideoSendSettings?: ScreenShare['screenVideoSendSettings'],
  ): void {
    this.session?.call.startScreenShare({
      ...(displayMediaOptions && { displayMediaOptions }),
      ...(screenVideoSendSettings && { screenVideoSendSettings }),
    });
  }

  /** Stops sharing the screen. */
  stopScreenSharing(): void {
    this.session?.call.stopScreenShare();
  }

  /** The running call, if this client may handle it. */
  protected get session(): CallSession | null {
    return this.shared.mayHandle(this) ? this.shared.session : null;
  }

  #requireSession(): CallSession {
    if (this.session === null) throw new Error('Call object is not available');
    return this.session;
  }

  #listen(event: VapiEventName): this {
    this.shared.listen(this);
    if (event === 'local-volume-level') this.session?.observeMicrophone();
    return this;
  }
}

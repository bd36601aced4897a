import type { Emit } from '../../core/call-events.ts';
import { describeDeviceError, type MediaKind } from './camera-error.ts';

export interface DeviceFailuresOptions {
  readonly emit: Emit;
  /** Whether a device of this kind works, or was not asked for. */
  isOk(kind: MediaKind): boolean;
}

/** Tells of devices that cannot be opened; those that failed for one reason in one event. */
export class DeviceFailures {
  readonly #options: DeviceFailuresOptions;
  readonly #untold = new Map<unknown, MediaKind[]>();

  constructor(options: DeviceFailuresOptions) {
    this.#options = options;
  }

  handle(kind: MediaKind, error: unknown): void {
    const kinds = this.#untold.get(error);
    if (kinds !== undefined) return void kinds.push(kind);
    this.#untold.set(error, [kind]);
    if (this.#untold.size === 1) queueMicrotask(() => this.#tell());
  }

  #tell(): void {
    const { emit, isOk } = this.#options;
    const untold = [...this.#untold];
    this.#untold.clear();
    for (const [cause, kinds] of untold) {
      const error = describeDeviceError(cause, kinds);
      const errorMsg = { errorMsg: error.msg, audioOk: isOk('audio'), videoOk: isOk('video') };
      emit('camera-error', { errorMsg, error });
    }
  }
}

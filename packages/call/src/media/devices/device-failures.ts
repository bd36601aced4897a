import type { Emit } from '../../core/call-events.ts';
import { describeDeviceError, type MediaKind } from './camera-error.ts';

export interface DeviceFailuresOptions {
  readonly emit: Emit;
  /** Whether a device of this kind works, or was not requested. */
  isOk(kind: MediaKind): boolean;
}

/** Reports devices that cannot be opened; those that failed for one reason in one event. */
export class DeviceFailures {
  readonly #options: DeviceFailuresOptions;
  readonly #unreported = new Map<unknown, MediaKind[]>();

  constructor(options: DeviceFailuresOptions) {
    this.#options = options;
  }

  handle(kind: MediaKind, error: unknown): void {
    const kinds = this.#unreported.get(error);
    if (kinds !== undefined) return void kinds.push(kind);
    this.#unreported.set(error, [kind]);
    if (this.#unreported.size === 1) queueMicrotask(() => this.#report());
  }

  #report(): void {
    const { emit, isOk } = this.#options;
    const unreported = [...this.#unreported];
    this.#unreported.clear();
    for (const [cause, kinds] of unreported) {
      const error = describeDeviceError(cause, kinds);
      const errorMsg = { errorMsg: error.msg, audioOk: isOk('audio'), videoOk: isOk('video') };
      emit('camera-error', { errorMsg, error });
    }
  }
}

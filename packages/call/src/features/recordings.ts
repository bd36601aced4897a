import type { RoomEvent } from '@kindling/protocol/room';
import type { CallContext } from '../core/call-context.ts';
import type { RecordingLayout } from '../core/call-events.ts';
import type { InstanceOptions, RecordingOptions, StreamingLayout } from './feature-options.ts';
import type { LocalRecording } from './local-recording.ts';

/** Key of the local recording: the server's instance ids are never empty. */
const HERE = '';

/** Starts and stops recordings, local and on the server, and emits their events. */
export class Recordings {
  readonly #context: CallContext;
  #local: Promise<LocalRecording> | null = null;
  /** Running recordings by instance id, with the participant that started each; the local one under the empty key. */
  readonly #running = new Map<string, string>();

  constructor(context: CallContext) {
    this.#context = context;
    // A local recording ends with the call; the server ends its own.
    context.hooks.on('left', () => {
      this.#running.clear();
      void this.#stopLocal();
    });
  }

  start({ type, ...options }: RecordingOptions): void {
    if (type === 'local') this.#startLocal(options);
    else {
      const { instanceId, width, height, fps, backgroundColor, maxDuration, layout } = options;
      this.#ask(
        'start-recording',
        {
          instanceId,
          width,
          height,
          fps,
          backgroundColor,
          maxDuration,
          type,
          layout: layout as RecordingLayout | undefined,
        },
        instanceId,
      );
    }
  }

  update({ instanceId, layout }: InstanceOptions & { readonly layout?: StreamingLayout }): void {
    this.#ask('update-recording', { instanceId, layout: layout as RecordingLayout }, instanceId);
  }

  stop({ instanceId }: InstanceOptions): void {
    if (this.#local !== null && instanceId === undefined) void this.#stopLocal();
    else if (this.#context.session.joined) this.#ask('stop-recording', { instanceId }, instanceId);
    else this.#emitError('No recording is running.', instanceId);
  }

  #ask(
    method: 'start-recording' | 'update-recording' | 'stop-recording',
    params: object,
    instanceId: string | undefined,
  ): void {
    this.#context
      .request(method, params)
      .catch((error: unknown) => this.#emitError(describe(error), instanceId));
  }

  #startLocal(options: RecordingOptions): void {
    if (this.#local !== null) {
      this.#emitError('A local recording is running already.');
      return;
    }
    const local = this.#openLocal(options);
    this.#local = local;
    local.catch((error: unknown) => {
      if (this.#local === local) this.#local = null;
      this.#emitError(describe(error));
    });
  }

  async #openLocal(options: RecordingOptions): Promise<LocalRecording> {
    const { startLocalRecording } = await import('./local-recording.ts');
    const { emit, session } = this.#context;
    const { clock } = this.#context.dependencies;
    const startedAt = clock.now();
    const elapsed = () => Math.round(clock.now() - startedAt);
    let bytes = 0;
    const recording = startLocalRecording({
      options,
      context: this.#context,
      onData: (data, finished) => {
        bytes += data.length;
        emit('recording-data', { data, finished });
        emit('recording-stats', { local: true, bytes, duration: elapsed() });
      },
      onFailed: (error) => this.#emitError(describe(error)),
      onStopped: () => {
        this.#local = null;
        this.#note(HERE, null);
        emit('recording-stopped', { duration: elapsed() });
      },
    });
    this.#note(HERE, session.sessionId);
    emit('recording-started', { local: true, type: 'local', startedBy: session.sessionId });
    return recording;
  }

  async #stopLocal(): Promise<void> {
    const recording = await this.#local?.catch(() => null);
    recording?.stop();
  }

  handle(event: Extract<RoomEvent, { type: 'recording' }>): void {
    const { instanceId, recordingId, startedBy, layout, duration } = event;
    if (event.change === 'error') {
      this.#emitError(event.errorMsg ?? 'The recording failed.', instanceId);
    } else if (event.change === 'stored') {
      const { recordingType: type, files = [] } = event;
      this.#context.emit('recording-upload-completed', {
        instanceId,
        files,
        ...(recordingId !== undefined && { recordingId }),
        ...(type !== undefined && { type }),
      });
    } else if (event.change === 'stopped') {
      this.#note(instanceId, null);
      this.#context.emit('recording-stopped', {
        instanceId,
        ...(duration !== undefined && { duration }),
      });
    } else {
      this.#note(instanceId, startedBy ?? null);
      this.#context.emit('recording-started', {
        local: false,
        instanceId,
        ...(recordingId !== undefined && { recordingId }),
        ...(startedBy !== undefined && { startedBy }),
        ...(event.recordingType !== undefined && { type: event.recordingType }),
        ...(layout !== undefined && { layout }),
      });
    }
  }

  /** Participants report whether they record; `by` null: this recording has ended. */
  #note(name: string, by: string | null): void {
    const { session, notifyLocalChange } = this.#context;
    const who = by ?? this.#running.get(name);
    if (who === undefined) return;
    if (by === null) this.#running.delete(name);
    else this.#running.set(name, by);
    const { recorders } = session.remote;
    const records = [...this.#running.values()].includes(who);
    if (records === recorders.has(who) || !session.joined) return;
    if (records) recorders.add(who);
    else recorders.delete(who);
    if (who === session.sessionId) notifyLocalChange();
    else session.remote.refresh(who);
  }

  #emitError(errorMsg: string, instanceId?: string): void {
    this.#context.emit('recording-error', {
      errorMsg,
      ...(instanceId !== undefined && { instanceId }),
    });
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

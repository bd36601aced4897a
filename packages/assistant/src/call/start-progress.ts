import type { Clock } from '@kindling/call';
import type { CallStartProgress, StartStage, VapiEmit } from '../vapi-events.ts';

export type StageMetadata = Readonly<Record<string, unknown>>;

interface StageReport<T> {
  /** Metadata of the started event. */
  readonly started?: StageMetadata | undefined;
  /** Metadata of the completed event. */
  readonly completed?: (result: T) => StageMetadata;
  /** Called after the failed event. `duration`: ms. */
  readonly failed?: (error: unknown, duration: number) => void;
}

/** Reports the stages of one start: each started, then completed or failed, with its duration. */
export class StartProgress {
  readonly #clock: Clock;
  readonly #emit: VapiEmit;
  readonly #startedAt: number;
  #stage: StartStage = 'initialization';

  constructor(clock: Clock, emit: VapiEmit) {
    this.#clock = clock;
    this.#emit = emit;
    this.#startedAt = clock.now();
  }

  /** The stage that was reached last. */
  get stage(): StartStage {
    return this.#stage;
  }

  /** Total duration so far, whole ms. */
  get totalDuration(): number {
    return this.#since(this.#startedAt);
  }

  async run<T>(
    stage: StartStage,
    work: () => T | Promise<T>,
    report: StageReport<T> = {},
  ): Promise<T> {
    this.#stage = stage;
    const startedAt = this.#clock.now();
    const duration = () => this.#since(startedAt);
    this.report({ stage, status: 'started', metadata: report.started });
    try {
      const result = await work();
      const metadata = report.completed?.(result);
      this.report({ stage, status: 'completed', duration: duration(), metadata });
      return result;
    } catch (error) {
      const metadata = { error: String(error) };
      this.report({ stage, status: 'failed', duration: duration(), metadata });
      report.failed?.(error, duration());
      throw error;
    }
  }

  /** A skipped stage. */
  skip(stage: StartStage, action: string): void {
    this.#stage = stage;
    this.report({ stage, status: 'completed', metadata: { action } });
  }

  report(progress: Omit<CallStartProgress, 'timestamp'>): void {
    this.#emit('call-start-progress', { ...progress, timestamp: new Date().toISOString() });
  }

  #since(earlier: number): number {
    return Math.round(this.#clock.now() - earlier);
  }
}

import type { CallContext } from '../core/call-context.ts';
import { CallError } from '../core/call-error.ts';
import type {
  CallQualityResults,
  ConnectionQualityResults,
  NetworkConnectivityResults,
  PeerCallQualityResults,
  TestCompleted,
  WebsocketConnectivityResults,
} from './test-results.ts';

export interface PeerTestOptions {
  readonly videoTrack: MediaStreamTrack;
  /** Seconds. @default 15 */
  readonly duration?: number;
}

type TestName = TestCompleted['test'];
type Runners = Awaited<ReturnType<typeof load>>['RUNNERS'];

const load = () => import('./runners.ts');

/** One test at a time; the tests are a separate chunk. */
export class PreCallTests {
  readonly #context: CallContext;
  #running: { readonly test: TestName; readonly controller: AbortController } | null = null;

  constructor(context: CallContext) {
    this.#context = context;
    context.hooks.on('destroyed', () => this.#running?.controller.abort());
  }

  callQuality(): Promise<CallQualityResults> {
    return this.#run('call-quality', (runners, signal) =>
      runners['call-quality'](this.#context, signal),
    );
  }

  peerCallQuality(options: PeerTestOptions): Promise<PeerCallQualityResults> {
    return this.#run('p2p-call-quality', (runners, signal) =>
      runners['p2p-call-quality'](this.#context, signal, options),
    );
  }

  async connectionQuality(options: PeerTestOptions): Promise<ConnectionQualityResults> {
    const results = await this.peerCallQuality(options);
    return (await load()).toConnectionQuality(results);
  }

  networkConnectivity(videoTrack: MediaStreamTrack): Promise<NetworkConnectivityResults> {
    return this.#run('network-connectivity', (runners, signal) =>
      runners['network-connectivity'](this.#context, signal, videoTrack),
    );
  }

  websocketConnectivity(): Promise<WebsocketConnectivityResults> {
    return this.#run('websocket-connectivity', (runners, signal) =>
      runners['websocket-connectivity'](this.#context, signal),
    );
  }

  stop(test: TestName): void {
    if (this.#running?.test === test) this.#running.controller.abort();
  }

  async #run<N extends TestName, R extends Extract<TestCompleted, { test: N }>['results']>(
    test: N,
    measure: (runners: Runners, signal: AbortSignal) => Promise<R>,
  ): Promise<R> {
    if (this.#running !== null) {
      throw new CallError(
        'test-in-progress',
        `A pre-call test is in progress (${this.#running.test}): wait for it, or stop it first.`,
      );
    }
    const controller = new AbortController();
    this.#running = { test, controller };
    let results: R;
    try {
      const { RUNNERS } = await load();
      results = await measure(RUNNERS, controller.signal);
    } finally {
      this.#running = null;
    }
    // A listener may start the next test at once.
    this.#context.emit('test-completed', { test, results } as unknown as TestCompleted);
    return results;
  }
}

import { startOwnLivekit } from '../../scripts/test-livekit.ts';
import { livekitAt, livekitEnvironment } from '../../tests/support/server/livekit.ts';

/** The media engine that nodes run with, for as long as a bench takes. */
export interface BenchEngine {
  /** Settings of the nodes. */
  readonly environment: Readonly<Record<string, string>>;
  /** Of the media server beside the nodes; null: they carry the calls themselves. */
  readonly pid: number | null;
  stop(): Promise<void>;
}

/** @throws for an engine that does not exist, and where LiveKit cannot be built (Go) */
export async function startBenchEngine(name: string): Promise<BenchEngine> {
  if (name === 'embedded') return { environment: {}, pid: null, stop: async () => {} };
  if (name !== 'livekit')
    throw new Error(`--engine: "${name}" is unknown. There are embedded and livekit.`);
  const livekit = await startOwnLivekit();
  if (livekit === null) throw new Error('--engine livekit: LiveKit could not be built (Go).');
  const { url, pid, stop } = livekit;
  return { environment: livekitEnvironment(livekitAt(url)), pid, stop };
}

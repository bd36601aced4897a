import type { CallContext } from '../core/call-context.ts';
import { CallError } from '../core/call-error.ts';
import { sleep } from '../core/clock.ts';
import type { WebsocketConnectivityResults } from './test-results.ts';

const LIMIT = 10_000;

/** Signalling is plain HTTP here: tests whether the room's server answers. */
export async function testSignalling(
  { dependencies, options }: CallContext,
  signal: AbortSignal,
): Promise<WebsocketConnectivityResults> {
  const { url } = options();
  if (url === undefined) {
    throw new CallError(
      'invalid-property',
      'This test needs to know the server: give the url of a room when the call object is made, or to load().',
    );
  }
  const region = new URL(url).host;
  const none = { abortedRegions: [], failedRegions: [], passedRegions: [] };
  const done = new AbortController();
  const late = new AbortController();
  void sleep(dependencies.clock, LIMIT, done.signal).then(() => late.abort());
  try {
    const signals = AbortSignal.any([signal, late.signal]);
    // Any response counts, even an error.
    await fetch(url, { credentials: 'omit', cache: 'no-store', signal: signals });
    return { result: 'passed', ...none, passedRegions: [region] };
  } catch {
    if (signal.aborted) return { result: 'aborted', ...none, abortedRegions: [region] };
    return { result: 'failed', ...none, failedRegions: [region] };
  } finally {
    done.abort();
  }
}

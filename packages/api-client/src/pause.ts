/** Resolves after `delay` ms, or as soon as it is aborted: what follows has the same signal and says so. */
export function pause(delay: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, delay);
    signal?.addEventListener('abort', end);
    if (signal?.aborted) end();
  });
}

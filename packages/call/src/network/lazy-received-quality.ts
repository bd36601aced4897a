import type { CallContext } from '../core/call-context.ts';
import { LazyPart } from '../core/lazy-part.ts';
import type { CallOptions } from '../options/call-options.ts';
import type { ReceivedQuality } from './received-quality.ts';

/** Most calls leave the layers to the server: the code is loaded with the first choice. */
export function lazyReceivedQuality(context: CallContext): LazyPart<ReceivedQuality> {
  const received = new LazyPart(async () => {
    const { ReceivedQuality: Quality } = await import('./received-quality.ts');
    return new Quality(context);
  });
  const take = ({ receiveSettings }: CallOptions) => {
    if (receiveSettings !== undefined) received.use(() => {}).catch(() => {});
  };
  take(context.options());
  context.hooks.on('options', take);
  return received;
}

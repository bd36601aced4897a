import type { RoomEvent } from '@kindling/protocol/room';
import type { CallContext } from '../core/call-context.ts';
import { LazyPart } from '../core/lazy-part.ts';
import type { RoomFeatures } from './room-features.ts';

const EVENTS: ReadonlySet<RoomEvent['type']> = new Set([
  'recording',
  'transcription',
  'transcription-message',
  'media-player',
]);

/** Most calls neither record nor transcribe: the code is loaded when it is first needed. */
export function lazyFeatures(context: CallContext): LazyPart<RoomFeatures> {
  const features = new LazyPart(async () => {
    const { RoomFeatures: Features } = await import('./room-features.ts');
    return new Features(context);
  });
  context.hooks.on('event', (event) => {
    // A page that cannot load it cannot report it either.
    if (EVENTS.has(event.type)) features.use((one) => one.handle(event)).catch(() => {});
  });
  return features;
}

import { serveEngine } from '@kindling/media/rooms';
import { createLivekitEngine } from './engine/create-livekit-engine.ts';

/** The media process of the LiveKit engine. */
serveEngine(createLivekitEngine);

import { createMediaEngine } from '../create-media-engine.ts';
import { serveEngine } from './serve-engine.ts';

/** The media process of the embedded engine. */
serveEngine(createMediaEngine);

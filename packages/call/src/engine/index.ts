import type { CreateEngine } from './port.ts';
import { RoomEngine } from './room-engine.ts';

/** Loaded as a chunk of its own, when a call is about to be made. */
export const createEngine: CreateEngine = (options) => new RoomEngine(options);

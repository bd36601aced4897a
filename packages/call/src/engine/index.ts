import type { CreateEngine } from './port.ts';
import { RoomEngine } from './room-engine.ts';

/** A separate chunk, loaded when a call is about to start. */
export const createEngine: CreateEngine = (options) => new RoomEngine(options);

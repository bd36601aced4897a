import { assistantOperations } from './assistant.ts';
import { callOperations } from './call.ts';

export type { Access, Method, Operation } from './operation.ts';

/** Every operation of the REST API, by name. The server answers it, the client derives from it. */
export const operations = { ...assistantOperations, ...callOperations } as const;
export type Operations = typeof operations;
export type OperationName = keyof Operations;

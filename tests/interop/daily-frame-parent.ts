import Kindling, { isCallError } from '@kindling/call';

Object.assign(globalThis, { Kindling, isCallError });

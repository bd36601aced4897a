import { CALL_LIBRARY_VERSION } from '@kindling/protocol/constants';
import { callInstances } from './call-instances.ts';
import { CallObject } from './call-object.ts';
import type { CallObjectOptions } from './options/call-options.ts';
import { type BrowserInfo, supportedBrowser } from './supported-browser.ts';

/** The library's front: makes call objects and knows the browser. */
export interface CallFactory {
  /** One at a time, unless `allowMultipleCallInstances`. Throws a `CallError` on misuse. */
  createCallObject(options?: CallObjectOptions): CallObject;
  /** The living call object with this id, or the oldest. */
  getCallInstance(callClientId?: string): CallObject | undefined;
  /** Of the published library whose surface this one follows. */
  version(): string;
  supportedBrowser(): BrowserInfo;
}

export const callFactory: CallFactory = {
  createCallObject: (options) => new CallObject(options),
  getCallInstance: (callClientId) => callInstances.find(callClientId),
  version: () => CALL_LIBRARY_VERSION,
  supportedBrowser,
};

export const { createCallObject, getCallInstance, version } = callFactory;

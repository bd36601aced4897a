import { CALL_LIBRARY_VERSION } from '@kindling/protocol/constants';
import { type Call, CallObject } from './call-object/call-object.ts';
import { callInstances } from './core/call-instances.ts';
import { FrameCall } from './frame/frame-call.ts';
import {
  assertFrame,
  createFrameElement,
  createTransparentElement,
} from './frame/frame-element.ts';
import type { CallObjectOptions } from './options/call-options.ts';
import { type BrowserInfo, supportedBrowser } from './supported-browser.ts';

/** The library's entry point: creates calls and describes the browser. */
export interface CallFactory {
  /**
   * A call object for a page of your own. One at a time, unless `allowMultipleCallInstances`; throws a
   * `CallError` on misuse.
   */
  createCallObject(options?: CallObjectOptions): CallObject;
  /**
   * The prebuilt call page in a frame: filling `parent`, or floating 375 by 450 pixels large at
   * the page's bottom right. `iframeStyle` replaces either style.
   */
  createFrame(parent: HTMLElement, options?: CallObjectOptions): Call;
  createFrame(options?: CallObjectOptions): Call;
  /** A frame over the whole page that lets clicks through. */
  createTransparentFrame(options?: CallObjectOptions): Call;
  /** A call in a frame that the page made itself. */
  wrap(iframe: HTMLIFrameElement, options?: CallObjectOptions): Call;
  /** The call with this id that is not destroyed, or the oldest. */
  getCallInstance(callClientId?: string): Call | undefined;
  /** Version of the published library whose API this one follows. */
  version(): string;
  /** What this browser supports, before a call is created. */
  supportedBrowser(): BrowserInfo;
}

/** The prebuilt call page in a frame: filling `parent`, or floating at the page's bottom right. */
function createFrame(first?: HTMLElement | CallObjectOptions, second?: CallObjectOptions): Call {
  const given = isElement(first);
  const options = (given ? second : (second ?? (first as CallObjectOptions | undefined))) ?? {};
  return callIn(createFrameElement(given ? first : document.body, options), options);
}

/** Removes the element again when the options are rejected. */
function callIn(element: HTMLIFrameElement, options: CallObjectOptions): Call {
  try {
    return wrap(element, options);
  } catch (error) {
    element.remove();
    throw error;
  }
}

/**
 * A call in a frame that the page made itself.
 *
 * @throws a `CallError` for anything that is not a frame
 */
function wrap(iframe: HTMLIFrameElement, options: CallObjectOptions = {}): Call {
  // The table of methods completes it at run time.
  return new FrameCall(assertFrame(iframe), options) as unknown as Call;
}

function isElement(value: unknown): value is HTMLElement {
  return typeof value === 'object' && value !== null && 'append' in value;
}

/** All of these functions in one object, as code written for Daily's default export expects. */
export const callFactory: CallFactory = {
  createCallObject: (options) => new CallObject(options),
  createFrame,
  createTransparentFrame: (options = {}) => callIn(createTransparentElement(), options),
  wrap,
  getCallInstance: (callClientId) => callInstances.find(callClientId),
  version: () => CALL_LIBRARY_VERSION,
  supportedBrowser,
};

/**
 * A call object for a page of your own. One at a time, unless `allowMultipleCallInstances`; throws a
 * `CallError` on misuse, such as an option that does not exist.
 */
export const createCallObject = callFactory.createCallObject;
/** The prebuilt call page in a frame over the whole page that lets clicks through. */
export const createTransparentFrame = callFactory.createTransparentFrame;
/** The call with this id that is not destroyed, or the oldest; undefined when there is none. */
export const getCallInstance = callFactory.getCallInstance;
/** Version of the published library whose API this one follows. */
export const version = callFactory.version;
export { createFrame, wrap };

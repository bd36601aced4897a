import { CallError } from '../core/call-error.ts';
import type { CallObjectOptions } from '../options/call-options.ts';

const ALLOW = 'microphone; camera; autoplay; display-capture; screen-wake-lock; fullscreen';

/** The default style, at the bottom right of the page. */
const FLOATING = {
  position: 'fixed',
  border: '1px solid black',
  backgroundColor: 'white',
  width: '375px',
  height: '450px',
  right: '1em',
  bottom: '1em',
} satisfies Partial<CSSStyleDeclaration>;

const FILLING = { border: '0', width: '100%', height: '100%' };

/** The whole page, letting clicks through to it. */
const TRANSPARENT = {
  position: 'fixed',
  top: '0',
  left: '0',
  width: '100%',
  height: '100%',
  border: '0',
  pointerEvents: 'none',
} satisfies Partial<CSSStyleDeclaration>;

/** An empty frame in the page, styled by `iframeStyle`, or else by where it is. */
export function createFrameElement(
  parent: HTMLElement,
  { iframeStyle }: CallObjectOptions,
): HTMLIFrameElement {
  const style = iframeStyle ?? (parent === document.body ? FLOATING : FILLING);
  return appendFrame(parent, style, ALLOW);
}

export function createTransparentElement(): HTMLIFrameElement {
  return appendFrame(document.body, TRANSPARENT, ALLOW);
}

function appendFrame(
  parent: HTMLElement,
  style: Partial<CSSStyleDeclaration>,
  allow: string,
): HTMLIFrameElement {
  const element = document.createElement('iframe');
  element.allow = allow;
  // The accessible name.
  element.title = 'Call';
  Object.assign(element.style, style);
  parent.append(element);
  return element;
}

/** @throws when it is not a frame of this page */
export function assertFrame(element: HTMLIFrameElement | null | undefined): HTMLIFrameElement {
  if (element?.contentWindow && typeof element.src === 'string') return element;
  throw new CallError('invalid-property', 'wrap() needs an iframe that is in the page.');
}

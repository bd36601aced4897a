/**
 * The script an embedding page loads: it puts a booking page into a frame. Its interface is the inline
 * widget's of Calendly's script, so a page written for that one works with this one.
 */
import type { WidgetMessage } from '@kindling/protocol/scheduling';
import { listenToWidget } from './widget-messages.ts';
import { type WidgetUrlParts, widgetUrl } from './widget-url.ts';

export interface InlineWidgetOptions extends Omit<WidgetUrlParts, 'embedDomain'> {
  /** The booking page; it may be relative to the embedding page. */
  readonly url: string;
  readonly parentElement?: HTMLElement | ArrayLike<HTMLElement> | null;
  /** Lets the frame grow and shrink with what it holds. @default false */
  readonly resize?: boolean;
}

export interface CalendlyInterface {
  /** Puts the booking page into `parentElement`, in place of what is there; null when the link is no link. */
  initInlineWidget(options: InlineWidgetOptions): HTMLIFrameElement | null;
  /** Fills every `.calendly-inline-widget[data-url]` that is still empty. */
  initInlineWidgets(): void;
  /** Takes the frame out again and forgets its listeners. */
  destroyInlineWidget(parentElement: HTMLElement): void;
}

declare global {
  interface Window {
    Calendly?: CalendlyInterface;
  }
}

const SELECTOR = '.calendly-inline-widget';
const script = document.currentScript;
const ownOrigin =
  script instanceof HTMLScriptElement ? new URL(script.src).origin : location.origin;
const cleanups = new WeakMap<Element, () => void>();

function initInlineWidget(options: InlineWidgetOptions): HTMLIFrameElement | null {
  const parent = elementOf(options.parentElement) ?? document.querySelector<HTMLElement>(SELECTOR);
  const url = linkOf(options.url);
  if (!parent || !url) {
    console.error(
      `Scheduling widget: ${parent ? 'url must be a https link' : 'no parentElement'}.`,
    );
    return null;
  }
  destroyInlineWidget(parent);
  const frame = createFrame(url, options);
  const status = createStatus();
  parent.setAttribute('aria-busy', 'true');
  parent.replaceChildren(status, frame);
  frame.addEventListener('load', () => {
    status.remove();
    parent.removeAttribute('aria-busy');
  });
  const stop = options.resize
    ? listenToWidget(frame, url.origin, (message) => fit(parent, message))
    : () => {};
  cleanups.set(parent, () => {
    stop();
    status.remove();
    frame.remove();
    parent.removeAttribute('aria-busy');
  });
  return frame;
}

function destroyInlineWidget(parent: HTMLElement): void {
  cleanups.get(parent)?.();
  cleanups.delete(parent);
}

function initInlineWidgets(): void {
  for (const parent of document.querySelectorAll<HTMLElement>(`${SELECTOR}[data-url]`)) {
    const { url, autoLoad, processed, resize } = parent.dataset;
    if (!url || autoLoad === 'false' || processed) continue;
    parent.dataset.processed = 'true';
    initInlineWidget({ url, parentElement: parent, resize: resize === 'true' });
  }
}

function createFrame(url: URL, { prefill, utm }: InlineWidgetOptions): HTMLIFrameElement {
  // Our own page gets the whole origin, to which it addresses its messages; others get the host name.
  const embedDomain = url.origin === ownOrigin ? location.origin : location.host;
  const frame = document.createElement('iframe');
  frame.src = widgetUrl(url, { prefill, utm, embedDomain });
  frame.title = 'Choose a time for your call';
  frame.allow = 'clipboard-write';
  Object.assign(frame.style, {
    display: 'block',
    width: '100%',
    minWidth: 'min(320px, 100%)',
    height: '100%',
    border: '0',
  });
  return frame;
}

/** The spinner, which the frame covers. */
function createStatus(): HTMLElement {
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.textContent = 'Loading the calendar…';
  Object.assign(status.style, {
    height: '0',
    margin: '0',
    overflow: 'visible',
    textAlign: 'center',
    transform: 'translateY(4rem)',
  });
  return status;
}

function fit(parent: HTMLElement, message: WidgetMessage): void {
  if (message.event === 'calendly.page_height') parent.style.height = message.payload.height;
}

function elementOf(given: InlineWidgetOptions['parentElement']): HTMLElement | null {
  if (!given) return null;
  return given instanceof HTMLElement ? given : (given[0] ?? null);
}

/** Framing plain http is left to a page that is plain http itself, and to its own host. */
function linkOf(url: string): URL | null {
  try {
    const link = new URL(url, document.baseURI);
    return link.protocol === 'https:' || link.origin === ownOrigin ? link : null;
  } catch {
    return null;
  }
}

window.Calendly = { initInlineWidget, initInlineWidgets, destroyInlineWidget };
if (document.readyState === 'loading') {
  document.addEventListener('DOMContentLoaded', initInlineWidgets, { once: true });
} else {
  initInlineWidgets();
}

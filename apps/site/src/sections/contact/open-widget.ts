import type { WidgetMessage } from '@kindling/protocol/scheduling';
import { loadSiteConfig } from '../../config/site-config.ts';
import { listenToWidget } from '../../features/widget/widget-messages.ts';
import type { WidgetPrefill, WidgetUtm } from '../../features/widget/widget-url.ts';
import { loadWidgetScript, type SchedulingWidget } from './load-widget-script.ts';

/** Timeout for the calendar, script and page together, ms. */
const REQUEST_TIMEOUT = 10_000;

export interface OpenWidgetOptions {
  readonly prefill: Pick<WidgetPrefill, 'customAnswers'>;
  readonly utm: WidgetUtm;
  /** The booking page has loaded. */
  readonly onReady: () => void;
  /** Loading failed; the element is empty again. */
  readonly onFailed: () => void;
  readonly onMessage: (message: WidgetMessage) => void;
}

/** Puts the scheduling widget into `parent`. Returns a function that removes it, at any time. */
export function openWidget(parent: HTMLElement, options: OpenWidgetOptions): () => void {
  let isOpen = true;
  let widget: SchedulingWidget | undefined;
  let stopListening = () => {};
  const timer = setTimeout(
    () => fail(new Error(`No calendar within ${REQUEST_TIMEOUT} ms`)),
    REQUEST_TIMEOUT,
  );

  function close(): void {
    isOpen = false;
    clearTimeout(timer);
    stopListening();
    widget?.destroyInlineWidget?.(parent);
    parent.replaceChildren();
  }
  function fail(error: unknown): void {
    if (!isOpen) return;
    close();
    console.error('The scheduling widget is not there', error);
    options.onFailed();
  }
  function ready(): void {
    if (!isOpen) return;
    clearTimeout(timer);
    options.onReady();
  }

  async function open(): Promise<void> {
    const { scheduling } = await loadSiteConfig();
    const loaded = await loadWidgetScript(scheduling.scriptUrl);
    if (!isOpen) return;
    widget = loaded;
    parent.replaceChildren();
    const link = new URL(scheduling.link, window.location.href);
    const { prefill, utm } = options;
    widget.initInlineWidget({ url: link.href, parentElement: parent, prefill, utm });
    const frame = parent.querySelector('iframe');
    if (!frame) throw new Error('The scheduling script made no frame');
    frame.addEventListener('load', () => {
      const fault = faultOf(frame, link.origin);
      if (fault) fail(new Error(fault));
      else ready();
    });
    stopListening = listenToWidget(frame, link.origin, (message) => {
      ready();
      options.onMessage(message);
    });
  }

  open().catch(fail);
  return close;
}

/** Browsers report a failed page as loaded. A page of our own origin can be inspected. */
function faultOf(frame: HTMLIFrameElement, origin: string): string | null {
  if (origin !== window.location.origin) return null;
  const inside = frame.contentWindow;
  if (!inside || !frame.contentDocument) return 'The booking page was not loaded';
  const [navigation] = inside.performance.getEntriesByType('navigation');
  const status =
    navigation && 'responseStatus' in navigation ? Number(navigation.responseStatus) : 0;
  return status >= 400 ? `The booking page answered ${status}` : null;
}

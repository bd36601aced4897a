import type { WidgetMessage } from '@kindling/protocol/scheduling';

/**
 * Listens to the booking page in `iframe`, and only to it: a message counts if it comes from
 * this frame and from `origin`, and has the shape of a {@link WidgetMessage}. Returns a function that stops it.
 */
export function listenToWidget(
  iframe: HTMLIFrameElement,
  origin: string,
  handler: (message: WidgetMessage) => void,
): () => void {
  const listener = (event: MessageEvent<unknown>) => {
    if (event.origin !== origin) return;
    if (event.source === null || event.source !== iframe.contentWindow) return;
    const message = readWidgetMessage(event.data);
    if (message) handler(message);
  };
  window.addEventListener('message', listener);
  return () => window.removeEventListener('message', listener);
}

/** The message in `data`, or null for anything else that a window may be sent. Keeps nothing it does not know. */
export function readWidgetMessage(data: unknown): WidgetMessage | null {
  const event = property(data, 'event');
  const payload = property(data, 'payload');
  switch (event) {
    case 'calendly.event_type_viewed':
    case 'calendly.date_and_time_selected':
      return { event, payload: {} };
    case 'calendly.event_scheduled': {
      const eventUri = property(property(payload, 'event'), 'uri');
      const inviteeUri = property(property(payload, 'invitee'), 'uri');
      if (typeof eventUri !== 'string' || typeof inviteeUri !== 'string') return null;
      return { event, payload: { event: { uri: eventUri }, invitee: { uri: inviteeUri } } };
    }
    case 'calendly.page_height': {
      const height = property(payload, 'height');
      if (typeof height !== 'string' || !/^\d{1,5}(?:\.\d+)?px$/.test(height)) return null;
      return { event, payload: { height } };
    }
    default:
      return null;
  }
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return (value as Record<string, unknown>)[name];
}

import { describe, expect, it } from 'vitest';
import { readWidgetMessage } from './widget-messages.ts';

describe('readWidgetMessage', () => {
  it.each([
    { event: 'calendly.event_type_viewed', payload: {} },
    { event: 'calendly.date_and_time_selected', payload: {} },
    { event: 'calendly.page_height', payload: { height: '1200px' } },
    {
      event: 'calendly.event_scheduled',
      payload: { event: { uri: 'https://x/e' }, invitee: { uri: 'https://x/i' } },
    },
  ])('reads $event', (message) => {
    expect(readWidgetMessage(message)).toEqual(message);
  });

  it('drops what it does not know', () => {
    const message = {
      event: 'calendly.event_type_viewed',
      payload: { email: 'a@b.example' },
      more: 1,
    };
    expect(readWidgetMessage(message)).toEqual({ event: message.event, payload: {} });
  });

  it.each([
    null,
    undefined,
    'calendly.event_type_viewed',
    7,
    [],
    {},
    { event: null },
    { event: 'calendly.profile_page_viewed', payload: {} },
    { event: 'calendly.event_scheduled' },
    { event: 'calendly.event_scheduled', payload: null },
    { event: 'calendly.event_scheduled', payload: { event: { uri: 1 }, invitee: { uri: 'x' } } },
    { event: 'calendly.page_height', payload: { height: 1200 } },
    { event: 'calendly.page_height', payload: { height: '100vh; position: fixed' } },
    { event: 'calendly.page_height', payload: { height: '-5px' } },
  ])('ignores %j', (data) => {
    expect(readWidgetMessage(data)).toBeNull();
  });
});

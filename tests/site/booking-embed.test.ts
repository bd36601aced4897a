import { createServer } from 'node:http';
import { schedulingPaths } from '@kindling/protocol/scheduling';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedChromium } from '../support/browser/shared-chromium.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';
import { bookFirst, bookingEnvironment } from './support/booking.ts';

/** A school's own page, on another origin than the booking page. */
let body = '';
const school = createServer((request, response) => {
  const html = `<!doctype html><title>School</title><link rel="icon" href="data:,"><body>${body}`;
  // Another frame of the school's, which says things it has no business to say.
  const liar = '<!doctype html><script>onload = () => parent.postMessage(lie, "*")</script>';
  const lie = `<script>const lie = ${JSON.stringify(lieAbout('5000px'))}</script>`;
  response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(request.url === '/liar' ? liar.replace('<script>', `${lie}<script>`) : html);
});
let schoolUrl = '';
let kindling: RunningKindling;
let context: BrowserContext;

beforeAll(async () => {
  await new Promise<void>((resolve) => school.listen(0, '127.0.0.1', resolve));
  const address = school.address();
  schoolUrl = `http://localhost:${typeof address === 'object' && address ? address.port : 0}`;
  const env = { ...bookingEnvironment(), EMBED_ORIGINS: schoolUrl };
  const [started, browser] = await Promise.all([startKindling({ env }), sharedChromium()]);
  kindling = started;
  context = await browser.newContext();
});
afterAll(async () => {
  await context?.close();
  await kindling?.stop();
  school.close();
});

function lieAbout(height: string) {
  return { event: 'calendly.page_height', payload: { height } };
}

interface Heard {
  readonly origin: string;
  readonly data: { readonly event?: string };
}

/** Opens the school's page, which writes down every message it is sent. */
async function openSchool(html: string) {
  body = html;
  const page = await context.newPage();
  const faults: string[] = [];
  page.on('pageerror', (error) => faults.push(error.message));
  page.on('console', (message) => message.type() === 'error' && faults.push(message.text()));
  await page.addInitScript(() => {
    const all: unknown[] = [];
    Object.assign(window, { heard: all });
    window.addEventListener('message', ({ origin, data }) => all.push({ origin, data }));
  });
  await page.goto(schoolUrl);
  const heard = () =>
    page.evaluate(() => (window as unknown as { heard: unknown[] }).heard) as Promise<Heard[]>;
  const frame = async () => {
    const inside = await (await page.locator('iframe').first().elementHandle())?.contentFrame();
    if (!inside) throw new Error('there is no frame');
    return inside;
  };
  return { page, faults, heard, frame };
}

const script = () => `<script src="${kindling.url}${schedulingPaths.widget}"></script>`;
const demoUrl = () => `${kindling.url}${schedulingPaths.demoPage}`;
const inline = (attributes = '') =>
  `<div class="calendly-inline-widget" data-url="${demoUrl()}" ${attributes} style="height:700px"></div>`;

describe('the widget on a page elsewhere', () => {
  it('fills the marked element and tells the page what happens, and nothing about the visitor', async () => {
    const { page, faults, heard, frame } = await openSchool(inline() + script());
    const iframe = page.locator('iframe');
    const source = new URL((await iframe.getAttribute('src')) ?? '');
    expect([...source.searchParams]).toEqual([
      ['embed_type', 'Inline'],
      ['embed_domain', schoolUrl],
    ]);
    expect(await iframe.getAttribute('title')).toBe('Choose a time for your call');
    await bookFirst((await frame()) as unknown as Page);
    const events = async () => (await heard()).map(({ data }) => data.event);
    await expect.poll(events).toContain('calendly.event_scheduled');
    expect(await events()).toEqual(
      expect.arrayContaining([
        'calendly.event_type_viewed',
        'calendly.date_and_time_selected',
        'calendly.page_height',
      ]),
    );
    const messages = await heard();
    expect(new Set(messages.map(({ origin }) => origin))).toEqual(new Set([kindling.url]));
    expect(messages.find(({ data }) => data.event === 'calendly.event_scheduled')?.data).toEqual({
      event: 'calendly.event_scheduled',
      payload: {
        event: { uri: expect.stringMatching(/\/scheduling\/api\/bookings\/[\w-]{36}$/) },
        invitee: { uri: expect.stringMatching(/\/[\w-]{36}#invitee$/) },
      },
    });
    // “Ada” alone could be three hexadecimal digits of an id.
    expect(JSON.stringify(messages)).not.toMatch(/lovelace|hill|@|manage/i);
    expect(faults).toEqual([]);
  });

  it('prefills, leaves what it opened when asked to, and frames no other address', async () => {
    const { page, frame } = await openSchool(`<div id="here"></div>${script()}`);
    await page.evaluate((url) => {
      const parentElement = document.querySelector<HTMLElement>('#here');
      const prefill = {
        name: 'Ada',
        email: 'ada@school.example',
        customAnswers: { a1: 'Plugins' },
      };
      // Twice, as pages do that draw themselves again.
      window.Calendly?.initInlineWidget({ url, parentElement, prefill });
      window.Calendly?.initInlineWidget({ url, parentElement, prefill });
    }, demoUrl());
    expect(await page.locator('iframe').count()).toBe(1);
    const inside = (await frame()) as unknown as Page;
    await inside.locator('.day-free').first().click();
    await inside.locator('.time').first().click();
    expect(await inside.getByLabel('Email').inputValue()).toBe('ada@school.example');
    expect(await inside.getByLabel('What interests you most?').inputValue()).toBe('Plugins');
    await page.evaluate(() => {
      const parent = document.querySelector<HTMLElement>('#here');
      if (parent) window.Calendly?.destroyInlineWidget(parent);
    });
    expect(await page.locator('#here').innerHTML()).toBe('');

    for (const url of ['javascript:alert(1)', 'http://calendar.example/x', 'data:text/html,x']) {
      const made = await page.evaluate((wanted) => {
        const parentElement = document.querySelector<HTMLElement>('#here');
        return window.Calendly?.initInlineWidget({ url: wanted, parentElement });
      }, url);
      expect(made, url).toBeNull();
      expect(await page.locator('iframe').count(), url).toBe(0);
    }
  });

  it('grows with what the booking page says, and with nothing anybody else says', async () => {
    const lying = `<iframe src="/liar" hidden></iframe>`;
    const opened = await openSchool(inline('data-resize="true"') + script() + lying);
    const height = () =>
      opened.page.locator('.calendly-inline-widget').evaluate((box) => box.clientHeight);
    await expect.poll(async () => (await opened.heard()).length).toBeGreaterThan(1);
    await opened.page.evaluate(() => {
      window.postMessage({ event: 'calendly.page_height', payload: { height: '5000px' } }, '*');
      window.postMessage(null, '*');
    });
    await expect
      .poll(async () => (await opened.heard()).some(({ data }) => data === null))
      .toBe(true);
    const asked = async () => {
      const own = (await opened.heard()).filter(({ origin }) => origin === kindling.url);
      return own.findLast(({ data }) => data.event === 'calendly.page_height')?.data;
    };
    await expect
      .poll(
        async () =>
          JSON.stringify(lieAbout(`${await height()}px`)) === JSON.stringify(await asked()),
      )
      .toBe(true);
    expect(await height()).toBeLessThan(2_000);
    expect(opened.faults).toEqual([]);
  });
});

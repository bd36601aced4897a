import type { Page } from 'playwright-core';

/** What pages of `openPerson` do, and what is waited for in them. */

/** Later than a busy machine may stand still, ms: what is waited for is that it happens, not when. */
const SEEN_TIMEOUT = 45_000;

export const joinAs = (page: Page, url: string, userName: string) =>
  page.evaluate(
    async ([room, name]) => {
      const { call } = window.watching;
      // As in a page for the published library: the camera is on unless one says otherwise.
      await call.join({ url: room, userName: name });
      return call.participants().local.session_id;
    },
    [url, userName] as const,
  );

export const untilSeen = (page: Page, sessionId: string, name: string) =>
  page.waitForFunction(
    ([id, track]) => window.watching.frames(id, track) > 5,
    [sessionId, name] as const,
    { timeout: SEEN_TIMEOUT },
  );

export const untilHeard = (page: Page, sessionId: string) =>
  page.waitForFunction((id) => window.watching.loudness(id) > 0.02, sessionId, {
    timeout: SEEN_TIMEOUT,
  });

export const untilState = (page: Page, sessionId: string, name: string, state: string) =>
  page.waitForFunction(
    ([id, track, expected]) =>
      window.watching.call.participants()[id]?.tracks[track]?.state === expected,
    [sessionId, name, state] as const,
    { timeout: 10_000 },
  );

export const nextMessage = (page: Page) =>
  page
    .waitForFunction(() => window.watching.messages[0], null, { timeout: 10_000 })
    .then((handle) => handle.jsonValue());

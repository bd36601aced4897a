import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';
import { type SharedMicrophone, sharedChromium } from '../browser/shared-chromium.ts';
import { askAsOperator } from '../server/operator.ts';
import { type SharedKindling, sharedKindling } from '../server/shared-kindling.ts';
import { openPerson } from './person.ts';

export interface Meeting {
  readonly server: SharedKindling;
  /** A page with a participant who can join. */
  openPerson(): Promise<Page>;
  /** A room of the test's own, `form` as `POST /rooms` takes it. */
  createRoom(form?: object): Promise<{ readonly name: string; readonly url: string }>;
}

/** People in rooms of the shared server, each in a page of one browser. Call it at the top of the file. */
export function useMeeting(microphone: SharedMicrophone): Meeting {
  const server = sharedKindling();
  let context: BrowserContext | undefined;
  beforeAll(async () => {
    context = await (await sharedChromium(microphone)).newContext();
  });
  afterAll(() => context?.close());
  return {
    server,
    async openPerson() {
      if (context === undefined) throw new Error('the browser is only there while tests run');
      return openPerson(context, server.url);
    },
    createRoom: (form = {}) => askAsOperator(server, ['POST', '/rooms'], form),
  };
}

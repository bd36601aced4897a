import { siteConfigSchema } from '@kindling/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../../testing/databases/test-pglite.ts';
import { createTestServer, type TestServer } from '../../../../testing/server/test-server.ts';
import { createAssistantStore } from '../../../modules/assistants/assistant-store.ts';
import { readConfig } from '../../../platform/config/config.ts';
import type { OpenDatabase } from '../../../platform/database/database.ts';
import { siteConfigRoutes } from './site-config.ts';

describe('the scheduler in the configuration of the site', () => {
  let database: OpenDatabase;
  let server: TestServer;
  beforeAll(async () => {
    database = await openTestPglite();
    server = await createTestServer(database);
  }, 60_000);
  afterAll(() => database.close());

  it.each([
    [undefined, { scriptUrl: '/scheduling/widget.js', link: '/scheduling/demo' }],
    [
      'https://calendly.com/kindling/demo',
      {
        scriptUrl: 'https://assets.calendly.com/assets/external/widget.js',
        link: 'https://calendly.com/kindling/demo',
      },
    ],
    [
      'https://cal.com/kindling/demo',
      { scriptUrl: '/scheduling/widget.js', link: 'https://cal.com/kindling/demo' },
    ],
  ])('is, for SCHEDULING_URL %s, the one it names', async (SCHEDULING_URL, expected) => {
    const routes = siteConfigRoutes({
      tokens: server.tokens,
      assistants: createAssistantStore(database.db),
      config: readConfig({ SCHEDULING_URL }),
      readDataUse: async () => ({
        keepsWords: true,
        recordsSound: false,
        recordingDays: null,
        hearers: [],
        transcriptDays: 90,
        logDays: 30,
      }),
    });
    const answer = await routes.request('/site-config.json');
    expect(siteConfigSchema.parse(await answer.json()).scheduling).toEqual(expected);
  });
});

import { expect, it } from 'vitest';
import { findingsOf, testScene } from '../../../testing/doctor/test-scene.ts';
import { serveWeb } from '../../../testing/doctor/test-web.ts';
import { clock } from './clock.ts';

async function beside(ahead: number): Promise<string[]> {
  const port = await serveWeb((_, response) => {
    response.sendDate = false;
    response.setHeader('date', new Date(Date.now() + ahead).toUTCString());
    response.end();
  });
  const env = { LLM_BASE_URL: `http://127.0.0.1:${port}/v1`, LLM_MODEL: 'small' };
  const found = await findingsOf(clock, testScene({ env }));
  return found.map((line) => line.replace(String(port), 'PORT'));
}

it.each([
  [0, /^ok: The clock of http:\/\/127\.0\.0\.1:PORT agrees with this machine's\.$/],
  [20_000, /^warn: The clock of .* is (?:19|20|21) s ahead of this machine's\.$/],
  [-300_000, /^fail: The clock of .* is (?:299|300|301) s behind this machine's\.$/],
])('compares a clock that is %i ms ahead', async (ahead, wanted) => {
  expect(await beside(ahead)).toEqual([expect.stringMatching(wanted)]);
});

const postgres = process.env.TEST_DATABASE_URL;
it.skipIf(!postgres)(
  `asks the database${postgres ? '' : ' (SKIPPED: TEST_DATABASE_URL is not set)'}`,
  async () => {
    expect(await findingsOf(clock, testScene({ env: { DATABASE_URL: postgres ?? '' } }))).toEqual([
      "ok: The clock of the database agrees with this machine's.",
    ]);
  },
);

it('asks nobody who is not named', async () => {
  expect(await findingsOf(clock, testScene())).toEqual([expect.stringMatching(/^skipped: /)]);
});

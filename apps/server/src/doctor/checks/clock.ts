import type pg from 'pg';
import type { Check, Scene } from '../check.ts';
import { type Finding, fail, ok, skipped, warn } from '../finding.ts';
import { askPostgres } from '../looking/ask-postgres.ts';
import { getAnswer } from '../looking/get-answer.ts';

/** How far this clock may be from others, ms: credentials and tokens are good for minutes, sealed requests for five. */
const NOTABLE = 2_000;
const WRONG = 60_000;
/** What a Date header leaves out, ms. */
const HEADER_STEP = 1_000;
const MEND = 'Have the clocks of both set by NTP: timedatectl set-ntp true.';

/** This machine's clock beside those of servers that the configuration names. */
export const clock: Check = {
  name: 'clock',
  async run(scene) {
    const found = await Promise.all([...askDatabase(scene), ...askHttp(scene)]);
    const known = found.filter((one) => one !== null);
    return known.length > 0
      ? known
      : [skipped('The configuration names no server whose clock could be asked.')];
  },
};

function askDatabase({ config, timeout }: Scene): Promise<Finding | null>[] {
  const { databaseUrl } = config;
  if (databaseUrl === null) return [];
  const asked = askPostgres(databaseUrl, timeout, async (client: pg.Client) => {
    const before = Date.now();
    const { rows } = await client.query<{ now: string }>(
      'select extract(epoch from clock_timestamp()) * 1000 as now',
    );
    const middle = (before + Date.now()) / 2;
    return compare('the database', Number(rows[0]?.now) - middle, 0);
  });
  // That it cannot be reached is said of the database.
  return [asked.catch(() => null)];
}

function askHttp({ config, timeout, ca }: Scene): Promise<Finding | null>[] {
  const urls = [config.publicUrl, config.llm?.baseUrl, config.storage?.endpoint].filter(
    (url) => url != null,
  );
  return [...new Set(urls.map((url) => new URL(url).origin))].map(async (origin) => {
    try {
      const answer = await getAnswer(origin, { method: 'HEAD', timeout, ca });
      const date = Date.parse(answer.headers.date ?? '');
      if (Number.isNaN(date)) return null;
      const middle = (answer.askedAt + answer.answeredAt) / 2;
      return compare(origin, date + HEADER_STEP / 2 - middle, HEADER_STEP);
    } catch {
      return null;
    }
  });
}

function compare(whose: string, ahead: number, step: number): Finding {
  const apart = Math.max(0, Math.abs(ahead) - step);
  const seconds = Math.round(Math.abs(ahead) / 1_000);
  const found = `The clock of ${whose} is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's.`;
  if (apart >= WRONG) return fail(found, MEND);
  if (apart >= NOTABLE) return warn(found, MEND);
  return ok(`The clock of ${whose} agrees with this machine's.`);
}

import { siteConfigSchema } from '@kindling/protocol';
import { FOOTER_SOURCE } from '@kindling/protocol/constants';
import { contactRequestAnswerSchema } from '@kindling/protocol/contact-form';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { expect, it } from 'vitest';
import { exportLeads } from '../support/server/export-leads.ts';
import { type RunningKindling, startKindling } from '../support/server/kindling.ts';

/** As the site does it: its own configuration, the published client. */
async function openClient(kindling: RunningKindling): Promise<SupabaseClient> {
  const { leads } = siteConfigSchema.parse(
    await (await fetch(`${kindling.url}/site-config.json`)).json(),
  );
  return createClient(leads.url || kindling.url, leads.anonKey, {
    global: { headers: { Origin: kindling.url } },
    auth: { persistSession: false, autoRefreshToken: false },
  });
}

async function exported(kindling: RunningKindling, ...args: string[]): Promise<string> {
  const answer = await exportLeads([...args, '--url', kindling.url], {
    KINDLING_DATA: kindling.dataFolder,
  });
  expect(answer).toMatchObject({ code: 0, stderr: '' });
  return answer.stdout;
}

it('kill -9 right after the 201: the address is there', async () => {
  const first = await startKindling();
  const client = await openClient(first);
  const email = 'ada@school.example';
  const answer = await client.from('subscriptions').insert({ email, source: FOOTER_SOURCE });
  await first.kill();
  expect([answer.status, answer.error]).toEqual([201, null]);
  // At the default level the log names no person.
  expect(first.output()).toContain('lead stored');
  expect(first.output()).not.toContain(email);

  const second = await startKindling({ dataFolder: first.dataFolder });
  try {
    const rows = (await exported(second)).trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(1);
    expect(rows[0]).toContain(`,${email},${FOOTER_SOURCE},`);
  } finally {
    await second.stop();
  }
});

it('kill -9 right after the 201 of a contact request: the request is there', async () => {
  const first = await startKindling();
  const answer = await fetch(`${first.url}/contact-requests`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: first.url },
    body: JSON.stringify({
      fullName: 'Ada Lovelace',
      email: 'ada@school.example',
      phoneNumber: '+1 212 555 0148',
      institution: 'Analytical School',
      numberOfStudents: '120',
      serviceOfInterest: 'plugins',
      problemDescription: 'Our pupils ask too little.',
    }),
  });
  const status = answer.status;
  const { id } = contactRequestAnswerSchema.parse(await answer.json());
  await first.kill();
  expect(status).toBe(201);
  expect(first.output()).not.toContain('Lovelace');

  const second = await startKindling({ dataFolder: first.dataFolder });
  try {
    const csv = await exported(second, '--contact-requests');
    expect(csv).toContain(`${id},`);
    expect(csv).toContain('Our pupils ask too little.');
  } finally {
    await second.stop();
  }
});

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePort } from '../support/network/free-port.ts';
import { exportLeads } from '../support/server/export-leads.ts';

const CSV = 'id,email\r\n1,ada@school.example\r\n';

/** The command alone, against servers that answer what a test wants. */
describe('npm run leads:export', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-export-'));
  const asked: { url: string | undefined; authorization: string | undefined }[] = [];
  let answering = { status: 200, type: 'text/csv; charset=utf-8', body: CSV, whole: true };
  const server = createServer((request, answer) => {
    asked.push({ url: request.url, authorization: request.headers.authorization });
    answer.writeHead(answering.status, { 'Content-Type': answering.type });
    if (answering.whole) answer.end(answering.body);
    else answer.write(answering.body, () => answer.destroy());
  });
  let url: string;
  beforeAll(async () => {
    writeFileSync(join(folder, 'private-key'), 'kd_prv_test\n');
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });

  function run(args: readonly string[] = [], env: Record<string, string> = {}) {
    return exportLeads(args, { KINDLING_DATA: folder, PUBLIC_URL: url, ...env });
  }

  it('writes what the server gives, asked with the key of the data folder', async () => {
    asked.length = 0;
    expect(await run()).toEqual({ code: 0, stdout: CSV, stderr: '' });
    expect(await run(['--contact-requests', '--since', '2026-11-01'])).toMatchObject({ code: 0 });
    expect(asked).toEqual([
      { url: '/leads/export', authorization: 'Bearer kd_prv_test' },
      { url: '/contact-requests/export?since=2026-11-01', authorization: 'Bearer kd_prv_test' },
    ]);
  });

  it('finds the server by --url, PUBLIC_URL or PORT', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    expect((await run(['--url', `${url}/`], { PUBLIC_URL: nowhere })).code).toBe(0);
    expect((await run([], { PUBLIC_URL: '', PORT: new URL(url).port })).code).toBe(0);
  });

  it('writes a file that only its owner reads, whole or not at all', async () => {
    const output = join(folder, 'leads.csv');
    expect(await run(['--output', output])).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(output, 'utf8')).toBe(CSV);
    expect(statSync(output).mode & 0o777).toBe(0o600);
    answering = { ...answering, body: 'half', whole: false };
    const broken = await run(['--output', output]);
    answering = { ...answering, body: CSV, whole: true };
    expect(broken.code).toBe(1);
    expect(broken.stderr).toContain('broke off before it was complete');
    expect(readFileSync(output, 'utf8')).toBe(CSV);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('says when no server runs', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const { code, stdout, stderr } = await run([], { PUBLIC_URL: nowhere });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toBe(
      `No server answers at ${nowhere}. Start it (npm start), or name it with --url.\n`,
    );
  });

  it('says when there is no key', async () => {
    const { code, stderr } = await run([], { KINDLING_DATA: join(folder, 'empty') });
    expect(code).toBe(1);
    expect(stderr).toContain(`There is no private key at ${join(folder, 'empty', 'private-key')}`);
  });

  it.each([
    [
      401,
      'application/json',
      '{"message":"This key is not known here."}',
      /refuses the key of this data folder: This key is not known here\./,
    ],
    [
      400,
      'application/json',
      '{"message":"since: must be a date."}',
      /answered 400: since: must be a date\./,
    ],
    [200, 'text/html', '<h1>Hello</h1>', /is no Kindling server \(status 200\)/],
  ])('says what a server answers with %s %s', async (status, type, body, message) => {
    answering = { status, type, body, whole: true };
    const { code, stdout, stderr } = await run();
    answering = { status: 200, type: 'text/csv; charset=utf-8', body: CSV, whole: true };
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(message);
  });

  it.each([[['--sinse', '2026']], [['--url', 'ftp://school.example']], [['extra']]])(
    'refuses %j',
    async (args) => {
      const { code, stdout, stderr } = await run(args);
      expect([code, stdout]).toEqual([1, '']);
      expect(stderr).not.toBe('');
      expect(stderr).not.toContain('    at ');
    },
  );

  it('explains itself', async () => {
    const { code, stdout } = await run(['--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('--contact-requests');
  });
});

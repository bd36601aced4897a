import { randomUUID } from 'node:crypto';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { FILE_MAX_BYTES, fileSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';
import { uploadText } from '../../../testing/requests/upload-text.ts';
import { createFolderBlobs } from '../../platform/storage/folder-blobs.ts';
import { purgeContents } from './purge-contents.ts';

describeWithServer('files', (server, database) => {
  const upload = (text = 'Open from nine to six.', name = 'hours.txt', path = '/file') =>
    uploadText(server(), { text, name, path });
  const contents = () => readdir(join(server().blobFolder, 'files', server().orgId));

  it.each(['/file', '/file/upload'])('keeps a file sent to %s, and its text', async (path) => {
    const answer = await upload('# Hours\n\nOpen from nine to six.', 'C:\\docs\\hours.md', path);
    expect(answer.status).toBe(201);
    const file = fileSchema.parse(answer.json);
    expect(file).toMatchObject({
      object: 'file',
      status: 'done',
      name: 'hours.md',
      originalName: 'hours.md',
      mimetype: 'text/markdown',
      bytes: 31,
      parsedTextBytes: 31,
    });
    expect((await server().send('GET', `/file/${file.id}`)).json).toEqual(answer.json);
    expect((await server().send('GET', '/file?limit=1')).json).toEqual([answer.json]);
    const content = await server().send('GET', new URL(file.url).pathname);
    expect(content.json).toBe('# Hours\n\nOpen from nine to six.');
    expect(content.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''hours.md",
    );
    const text = await server().send('GET', new URL(file.parsedTextUrl ?? '').pathname);
    expect(text.json).toBe('# Hours\n\nOpen from nine to six.');
  });

  it('keeps a file without text, and says why it has none', async () => {
    const { status, json } = await upload('{"a":', 'broken.json');
    expect(status).toBe(201);
    expect(json).toMatchObject({ status: 'failed', failureReason: 'The file is not valid JSON.' });
    expect(json.parsedTextUrl).toBeUndefined();
    const text = await server().send('GET', `/file/${json.id}/text`);
    expect([text.status, text.json.code]).toEqual([404, 'not_found']);
  });

  it('changes the name alone, of the state that was read', async () => {
    const { json } = await upload();
    const body = { name: 'Hours', status: 'failed', key: 'x', metadata: { shelf: 3 } };
    const changed = await server().send('PATCH', `/file/${json.id}`, { body });
    expect(changed.json).toMatchObject({
      ...json,
      name: 'Hours',
      metadata: { shelf: 3 },
      updatedAt: expect.any(String),
    });
    const late = await server().send('PATCH', `/file/${json.id}`, {
      body: { name: 'Late' },
      headers: { 'If-Match': `"${json.updatedAt}"` },
    });
    expect(late.status).toBe(412);
  });

  it('deletes a file with its content', async () => {
    const { json } = await upload();
    const before = await contents();
    expect((await server().send('DELETE', `/file/${json.id}`)).status).toBe(200);
    expect((await server().send('GET', `/file/${json.id}`)).status).toBe(404);
    const after = await contents();
    expect(before.filter((name) => !after.includes(name)).sort()).toEqual([
      json.key,
      `${json.key}.txt`,
    ]);
  });

  it('does the same upload once with a key, and refuses another file with it', async () => {
    const headers = { 'Idempotency-Key': randomUUID() };
    const first = await uploadText(server(), { text: 'one', name: 'a.txt', headers });
    const again = await uploadText(server(), { text: 'one', name: 'a.txt', headers });
    expect(again.json).toEqual(first.json);
    const other = await uploadText(server(), { text: 'another', name: 'a.txt', headers });
    expect([other.status, other.json.code]).toEqual([409, 'idempotency_mismatch']);
  });

  it.each([
    ['an unknown type', 'a.png', 'picture', 415, 'file'],
    ['a name that lies', 'a.pdf', 'no pdf', 400, 'file'],
    ['binary text', 'a.txt', 'a\u0000b', 400, 'file'],
    ['an empty file', 'a.txt', '', 400, 'file'],
    ['a program', 'a.exe', 'MZ', 415, 'file'],
    ['an archive that is no document', 'a.docx', 'PX', 400, 'file'],
  ])('refuses %s', async (_, name, text, status, field) => {
    const answer = await upload(text, name);
    expect([answer.status, answer.json.fields[0].path]).toEqual([status, field]);
  });

  it.each([
    ['../../../etc/passwd.txt', 'passwd.txt'],
    ['..\\..\\windows\\system.md', 'system.md'],
    ['a\u202etxt.md', 'atxt.md'],
    ['..', 'file'],
    ['/', 'file'],
    [`${'a'.repeat(300)}.txt`, `${'a'.repeat(300)}.txt`.slice(0, 255)],
  ])('keeps a file called %j as %j, in its own folder', async (name, kept) => {
    const form = new FormData();
    form.set('file', new File(['text'], name, { type: 'text/plain' }));
    const headers = { Authorization: `Bearer ${server().privateKey}` };
    const answer = await server().fetch('/file', { method: 'POST', headers, body: form });
    const { key, originalName } = fileSchema.parse(await answer.json());
    expect([answer.status, originalName]).toEqual([201, kept]);
    expect(await contents()).toContain(key);
  });

  it('tells who sends an old or locked Word file what to do', async () => {
    const form = new FormData();
    const mark = Buffer.from('d0cf11e0a1b11ae1', 'hex');
    form.set('file', new File([mark, 'EncryptedPackage'], 'plan.docx'));
    const headers = { Authorization: `Bearer ${server().privateKey}` };
    const answer = await server().fetch('/file', { method: 'POST', headers, body: form });
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain('without a password');
  });

  it('keeps nothing of an upload that is broken off', async () => {
    const before = await contents();
    const boundary = 'edge';
    const beginning = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf`;
    const answer = await server().fetch('/file', {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${server().privateKey}`,
        'Content-Type': `multipart/form-data; boundary=${boundary}`,
      },
      body: beginning,
    });
    expect(answer.status).toBe(400);
    expect(await contents()).toEqual(before);
  });

  it('removes what a crash left of uploads and deletions, and nothing else', async () => {
    const kept = (await upload()).json;
    const folder = join(server().blobFolder, 'files', server().orgId);
    const stranger = join(server().blobFolder, 'files', randomUUID());
    const orphan = randomUUID();
    await mkdir(stranger, { recursive: true });
    for (const path of [
      ...[join(folder, orphan), join(folder, `${orphan}.txt`), join(folder, `${kept.key}.part`)],
      join(stranger, orphan),
    ])
      await writeFile(path, 'left');
    const blobs = createFolderBlobs(server().blobFolder);
    const purge = (minutes: number) =>
      purgeContents({ db: database().db, blobs, now: Date.now() + minutes * 60_000 });
    // An upload whose row is about to be written.
    expect(await purge(59)).toBe(0);
    expect(await purge(61)).toBe(2);
    // What is written still, perhaps over a slow line.
    expect(await purge(24 * 60 + 1)).toBe(1);
    expect(await contents()).toEqual(expect.arrayContaining([kept.key, `${kept.key}.txt`]));
    expect(await readdir(stranger)).toEqual([orphan]);
    expect(await purge(24 * 60 + 1)).toBe(0);
  });

  it('refuses a file that is too large before and after it is read', async () => {
    const answer = await upload('a'.repeat(FILE_MAX_BYTES + 1), 'long.txt');
    expect([answer.status, answer.json.code]).toEqual([413, 'body_too_large']);
    const longer = await upload('a'.repeat(FILE_MAX_BYTES + 200_000), 'longer.txt');
    expect([longer.status, longer.json.code]).toEqual([413, 'body_too_large']);
  });

  it('refuses a form without a file, and what is no form', async () => {
    const form = new FormData();
    form.set('file', 'text');
    const text = await server().fetch('/file', {
      method: 'POST',
      headers: { Authorization: `Bearer ${server().privateKey}` },
      body: form,
    });
    expect(text.status).toBe(400);
    expect(await text.json()).toMatchObject({ fields: [{ path: 'file' }] });
    const json = await server().send('POST', '/file', { body: {} });
    expect([json.status, json.json.code]).toEqual([415, 'unsupported_media_type']);
    const empty = await server().send('PATCH', `/file/${randomUUID()}`, { body: { bytes: 1 } });
    expect(empty.status).toBe(400);
  });

  it('refuses a field that cannot be kept', async () => {
    const form = new FormData();
    form.set('file', new File(['text'], 'a.txt'));
    form.set('name', 'a\u0000b');
    const headers = { Authorization: `Bearer ${server().privateKey}` };
    const answer = await server().fetch('/file', { method: 'POST', headers, body: form });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ fields: [{ path: 'name' }] });
  });

  const rows = [
    ['POST', '/file', 403],
    ['POST', '/file/upload', 403],
    ['GET', '/file', 200],
    ['GET', `/file/${randomUUID()}`, 404],
    ['GET', `/file/${randomUUID()}/content`, 404],
    ['GET', `/file/${randomUUID()}/text`, 404],
    ['PATCH', `/file/${randomUUID()}`, 403],
    ['DELETE', `/file/${randomUUID()}`, 403],
  ] as const;

  it.each(rows)('%s %s: who may, and what is missing', async (method, path, forViewer) => {
    expect((await server().send(method, path, { key: null })).status).toBe(401);
    expect((await server().send(method, path, { key: server().publicKey })).status).toBe(403);
    const key = await server().addToken({ kind: 'private', name: 'reader', role: 'viewer' });
    expect((await server().send(method, path, { key })).status).toBe(forViewer);
    if (!path.includes('-')) return;
    const body = method === 'PATCH' ? { name: 'a' } : undefined;
    expect((await server().send(method, path, { body })).status).toBe(404);
  });
});

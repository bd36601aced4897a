import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileSchema } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

const BOUNDARY = 'edge';
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\n`;
const END = `\r\n--${BOUNDARY}--\r\n`;

const field = (name: string, value: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;

describeWithServer('uploads', (server) => {
  const list = (folder: string) => readdir(join(server().blobFolder, folder)).catch(() => []);
  const uploads = () => list('uploads');
  const kept = () => list(join('files', server().orgId));
  const post = (body: string | ReadableStream, key: string | null = server().privateKey) =>
    server().fetch('/file', {
      method: 'POST',
      headers: {
        ...(key === null ? {} : { Authorization: `Bearer ${key}` }),
        'Content-Type': `multipart/form-data; boundary=${BOUNDARY}`,
      },
      body,
      // What is sent piece by piece has no length.
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    });
  /** A body that gives its next piece when `more` answers. */
  const pieces = (next: () => Promise<string | null>) =>
    new ReadableStream<Uint8Array>({
      async pull(controller) {
        const piece = await next();
        if (piece === null) controller.close();
        else controller.enqueue(Buffer.from(piece));
      },
    });

  it('are on the disk while they arrive, and are kept under their hash', async () => {
    const piece = 'a'.repeat(100_000);
    const script = [HEAD, piece, piece, piece];
    const seen: number[] = [];
    let ended = false;
    const answer = await post(
      pieces(async () => {
        const next = script.shift();
        if (next !== undefined) return next;
        if (ended) return null;
        // The last piece is sent when what came before it lies in the folder.
        await expect.poll(uploads).toHaveLength(1);
        seen.push((await uploads()).length);
        ended = true;
        return END;
      }),
    );
    expect(answer.status).toBe(201);
    const file = fileSchema.parse(await answer.json());
    expect(file).toMatchObject({
      bytes: 300_000,
      sha256: createHash('sha256').update(piece.repeat(3)).digest('hex'),
    });
    expect([seen, await uploads()]).toEqual([[1], []]);
    expect(await kept()).toContain(file.key);
  });

  it('without a key are not read', async () => {
    let asked = 0;
    const answer = await post(
      pieces(async () => {
        asked += 1;
        return asked > 1_000 ? null : 'a'.repeat(100_000);
      }),
      'wrong',
    );
    expect(answer.status).toBe(401);
    expect(asked).toBeLessThan(10);
  });

  it.each([
    ['a form that breaks off', `${HEAD}half`],
    ['a second file', `${HEAD}one\r\n${HEAD}two${END}`],
    ['a wrong field behind the file', `${HEAD}one\r\n${field('name', 'a'.repeat(50))}--edge--\r\n`],
    ['a field that is too long', `${field('name', 'a'.repeat(70_000))}${HEAD}one${END}`],
    [
      'a part without a name',
      `--edge\r\nContent-Disposition: form-data\r\n\r\na\r\n${HEAD}b${END}`,
    ],
    ['more parts than a form has', `${field('a', 'b').repeat(150)}${HEAD}one${END}`],
    ['no file', `${field('name', 'a')}--edge--\r\n`],
    ['a file that is none of its kind', `${HEAD.replace('a.txt', 'a.pdf')}one${END}`],
  ])('leave nothing of %s', async (_, body) => {
    const before = await kept();
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'bad_request' });
    expect([await uploads(), await kept()]).toEqual([[], before]);
  });

  it('leave nothing of one that never ends, whatever its length was said to be', async () => {
    const answer = await post(pieces(async () => HEAD.repeat(1) + 'a'.repeat(1_000_000)));
    expect(answer.status).toBe(413);
    expect(await uploads()).toEqual([]);
  });

  it('leave nothing of one whose sender goes away', async () => {
    let sent = false;
    const answer = await post(
      pieces(async () => {
        if (sent) throw new Error('gone');
        sent = true;
        return `${HEAD}${'a'.repeat(100_000)}`;
      }),
    );
    expect(answer.status).toBe(400);
    expect(await uploads()).toEqual([]);
  });

  it('of the same file at once are kept apart', async () => {
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => post(`${HEAD}same${END}`).then((one) => one.json())),
    );
    const files = answers.map((one) => fileSchema.parse(one));
    expect(new Set(files.map(({ key }) => key)).size).toBe(4);
    expect(new Set(files.map(({ sha256 }) => sha256)).size).toBe(1);
    expect(await uploads()).toEqual([]);
    expect(await kept()).toEqual(expect.arrayContaining(files.map(({ key }) => key)));
  });

  it('read names as browsers write them, and fields in any place', async () => {
    const head = HEAD.replace('a.txt', 'Schüler %22A%22.txt');
    const form = `${head}one\r\n${field('purpose', 'tést')}--edge--\r\n`;
    const file = fileSchema.parse(await (await post(form)).json());
    expect(file).toMatchObject({ originalName: 'Schüler "A".txt', purpose: 'tést' });
  });

  it('tell that their folder cannot be written to, and keep nothing', async () => {
    const folder = join(server().blobFolder, 'uploads');
    await rm(folder, { recursive: true, force: true });
    await writeFile(folder, `no folder ${randomUUID()}`);
    const before = await kept();
    const answer = await post(`${HEAD}one${END}`);
    expect([answer.status, await kept()]).toEqual([500, before]);
    await rm(folder);
    await mkdir(folder);
    expect((await post(`${HEAD}one${END}`)).status).toBe(201);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestPglite } from '../../../testing/databases/test-pglite.ts';
import { testAssistant } from '../../../testing/server/fake-parts.ts';
import { seed } from '../../main/seed.ts';
import type { OpenDatabase } from '../../platform/database/database.ts';
import { fileTable } from '../../platform/database/platform-tables.ts';
import { orgTable } from '../../platform/database/schema.ts';
import { createFileLibrary, type FileLibrary } from './file-library.ts';

describe('createFileLibrary', () => {
  let database: OpenDatabase;
  let orgId: string;
  let reads: string[];
  let broken: boolean;
  const text = (key: string) => `This is about ${key}.`;

  beforeAll(async () => {
    database = await openTestPglite();
    await seed({
      db: database.db,
      assistant: testAssistant,
      keepPrivateKey: async () => undefined,
    });
    const [org] = await database.db.select().from(orgTable);
    orgId = org?.id ?? '';
  }, 60_000);
  beforeEach(() => {
    reads = [];
    broken = false;
  });
  afterAll(() => database.close());

  async function add(key: string, parsedTextBytes = 100): Promise<string> {
    const id = randomUUID();
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const body = { key, name: key, parsedTextBytes };
    await database.db.insert(fileTable).values({ id, orgId, body, ...times });
    return id;
  }

  function create(mostBytes?: number): FileLibrary {
    return createFileLibrary({
      db: database.db,
      ...(mostBytes === undefined ? {} : { mostBytes }),
      contents: {
        async readText(_, key) {
          reads.push(key);
          if (broken) throw new Error('disk');
          return text(key);
        },
      },
    });
  }

  it('reads a file once, in whatever order it is asked for', async () => {
    const [apples, pears] = [await add('apples'), await add('pears')];
    const library = create();
    const [first, second] = await Promise.all([
      library.open(orgId, [apples, pears]),
      library.open(orgId, [pears, apples]),
    ]);
    expect(first.index).toBe(second.index);
    expect(reads.sort()).toEqual(['apples', 'pears']);
    expect(first.index.search('pears')[0]?.documentId).toBe(pears);
    expect(first.names.get(apples)).toBe('apples');
  });

  it('forgets what was not used for longest when there is too much', async () => {
    const [a, b, c] = [await add('a'), await add('b'), await add('c')];
    const library = create(200);
    for (const id of [a, b, a, c, a, b]) await library.open(orgId, [id]);
    expect(reads).toEqual(['a', 'b', 'c', 'b']);
  });

  it('passes over what there is no room for', async () => {
    const ids = [await add('small', 100), await add('huge', 10_000)];
    const { index, names } = await create(1_000).open(orgId, ids);
    expect(index.size).toBe(1);
    expect([...names.values()]).toEqual(['small']);
  });

  it('tries again after a failure', async () => {
    const id = await add('later');
    const library = create();
    broken = true;
    await expect(library.open(orgId, [id])).rejects.toThrow('disk');
    broken = false;
    expect((await library.open(orgId, [id])).index.size).toBe(1);
  });

  it('opens nothing for nobody', async () => {
    const id = await add('mine');
    expect((await create().open(orgId, [])).index.size).toBe(0);
    expect((await create().open(randomUUID(), [id])).index.size).toBe(0);
  });
});

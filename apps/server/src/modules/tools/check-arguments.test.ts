import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createArgumentsCheck, createSchemaTrial, schemaFault } from './check-arguments.ts';
import { createSchemaThread, SchemaBoundError } from './schemas/schema-thread.ts';

const manyParts = (count: number) => ({
  type: 'object',
  allOf: Array.from({ length: count }, (_, index) => ({ required: [`p${index}`] })),
});

/** How often the main thread came round to other work meanwhile. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let settled = false;
  const end = () => {
    settled = true;
  };
  work.then(end, end);
  for (let turns = 0; ; turns += 1) {
    if (settled) return turns;
    await nextTurn();
  }
}

describe('schemas', () => {
  it.each([1_500, 2_000])('of %i parts leave the main thread to the calls', async (count) => {
    expect(await turnsDuring(schemaFault(manyParts(count)))).toBeGreaterThan(100);
  });

  it('check a long text by many parts without the main thread', async () => {
    const check = createArgumentsCheck(manyParts(1_000));
    const all = Array.from({ length: 1_000 }, (_, index) => [`p${index}`, 'a'.repeat(100)]);
    const checking = check(JSON.stringify(Object.fromEntries(all)));
    expect(await turnsDuring(checking)).toBeGreaterThan(100);
    expect(await checking).toMatchObject({ ok: true });
  });

  it('are distinguished: good ones, wrong ones, and those that are too long', async () => {
    expect(await schemaFault({ type: 'object', properties: { a: { type: 'string' } } })).toBeNull();
    expect(await schemaFault({ type: 'nonsense' })).toMatch(/^is not a JSON Schema: .*type/);
    expect(await schemaFault({ $async: true })).toContain('$async is not supported');
    expect(await schemaFault({ description: 'a'.repeat(50_001) })).toContain('50000 characters');
    const deep = '{"not":'.repeat(6_000);
    expect(await schemaFault(JSON.parse(`${deep}{}${'}'.repeat(6_000)}`))).toContain(
      'nested too deep',
    );
  });

  it('tell what does not fit', async () => {
    const check = createArgumentsCheck({ type: 'object', required: ['day'] });
    expect(await check('{"day":1}')).toEqual({ ok: true, values: { day: 1 } });
    expect(await check('{}')).toMatchObject({ ok: false, message: /day/ });
    expect(await check('[1]', 'facts')).toEqual({
      ok: false,
      message: 'The facts must be one JSON object.',
    });
  });

  it('take no more than they may, and the next one is answered', async () => {
    const thread = createSchemaThread({ patience: 1 });
    await expect(thread.ask({ schema: JSON.stringify(manyParts(1_500)) })).rejects.toThrow(
      SchemaBoundError,
    );
    const patient = createSchemaThread({ patience: 30_000 });
    const asked = ['{"type":"object"}', '{"type":"x"}', '{}'].map((schema) =>
      patient.ask({ schema }),
    );
    expect((await Promise.all(asked)).map(({ fault }) => fault === null)).toEqual([
      true,
      false,
      true,
    ]);
  });

  it('that come together are not tried once one took too long', async () => {
    const faultOf = createSchemaTrial(createSchemaThread({ patience: 1 }));
    const faults = await Promise.all([
      faultOf(manyParts(1_400)),
      faultOf({ type: 'object', title: 'never tried' }),
    ]);
    expect(faults[0]).toContain('make it simpler');
    expect(faults[1]).toContain('another one took too long');
  });

  it('that ended their thread leave it to the next one', async () => {
    const thread = createSchemaThread({ patience: 3_000 });
    const known = thread.ask({ schema: '{"type":"object"}' });
    // One after the other in the same thread, which the second takes with it.
    const endless = thread.ask({
      schema: '{"$ref":"#/$defs/a","$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}',
      written: { text: '{}', what: 'arguments' },
    });
    const next = thread.ask({ schema: '{"type":"object"}' });
    await endless.catch(() => undefined);
    expect([await known, await next]).toMatchObject([{ fault: null }, { fault: null }]);
  });
});

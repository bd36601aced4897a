import { type Operation, operations } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../testing/describe-databases.ts';

interface DescribedOperation {
  readonly operationId: string;
  readonly security: unknown[];
  readonly responses: Record<string, { readonly $ref?: string }>;
}
type Described = Record<string, Record<string, DescribedOperation>>;

describeOnBothDatabases('the description of the API', (server) => {
  const read = async () => (await server().send('GET', '/openapi.json', { key: null })).json;

  it('has every operation, with who may call it', async () => {
    const document = await read();
    expect(document.openapi).toBe('3.1.0');
    const described = Object.entries(document.paths as Described).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId, security }]) => [
        ...[operationId, method.toUpperCase(), path, security.length > 0],
      ]),
    );
    const expected = Object.entries(operations).map(
      ([name, { method, path, access }]: [string, Operation]) => [
        ...[name, method, path, access !== 'anyone'],
      ],
    );
    expect(described.toSorted()).toEqual(expected.toSorted());
  });

  it('says of every operation what it may refuse with', async () => {
    const document = await read();
    for (const methods of Object.values(document.paths as Described))
      for (const { responses } of Object.values(methods)) {
        expect(Object.keys(responses)).toEqual(expect.arrayContaining(['400', '429', 'default']));
        for (const [status, { $ref = '' }] of Object.entries(responses))
          if (!status.startsWith('2'))
            expect(document.components.responses).toHaveProperty($ref.split('/').at(-1) ?? '');
      }
  });

  it('refers to nothing that is not there', async () => {
    const document = await read();
    const references = [
      ...JSON.stringify(document).matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g),
    ];
    expect(references.length).toBeGreaterThan(100);
    const missing = references
      .map(([, name]) => name ?? '')
      .filter((name) => !(name in document.components.schemas));
    expect(missing).toEqual([]);
  });

  it('is a page for people, too, whole without its script', async () => {
    const page = await server().send('GET', '/docs', { key: null });
    expect(page.headers.get('content-type')).toContain('text/html');
    for (const { path } of Object.values(operations)) expect(page.json).toContain(path);
    // Its own, and only to find things.
    expect(page.json.match(/<script/g)).toHaveLength(1);
    expect(page.json).toContain('<script src="/docs/reference.js" defer>');
    for (const [file, type] of [
      ['reference.css', 'text/css'],
      ['reference.js', 'text/javascript'],
    ]) {
      const part = await server().send('GET', `/docs/${file}`, { key: null });
      expect([part.status, part.headers.get('content-type')]).toEqual([
        200,
        `${type}; charset=utf-8`,
      ]);
    }
  });
});

import { type Operation, operations } from '@kindling/protocol';
import { expect, it } from 'vitest';
import { describeWithServer } from '../../../testing/databases/describe-databases.ts';

interface DescribedOperation {
  readonly operationId: string;
  readonly security: unknown[];
  readonly responses: Record<string, { readonly $ref?: string }>;
}
type Described = Record<string, Record<string, DescribedOperation>>;

describeWithServer('the description of the API', (server) => {
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
          if (Number(status) >= 400 || status === 'default')
            expect(document.components.responses).toHaveProperty($ref.split('/').at(-1) ?? '');
      }
  });

  it('tells the rules of pages, changes and repetitions', async () => {
    const { paths } = await read();
    const parameter = (path: string, method: string, name: string) =>
      paths[path][method].parameters.find((one: { name: string }) => one.name === name);
    const cursor = parameter('/v2/call', 'get', 'cursor').description;
    for (const word of ['nextCursor', 'same filters', '400']) expect(cursor).toContain(word);
    const ifMatch = parameter('/assistant/{id}', 'patch', 'If-Match');
    for (const word of ['ETag', '412', '`*`', '400']) expect(ifMatch.description).toContain(word);
    const key = parameter('/assistant', 'post', 'Idempotency-Key');
    expect(key.schema).toMatchObject({ minLength: 1, maxLength: 255 });
    for (const word of ['24 hours', 'idempotency_mismatch', '`conflict`', 'stream'])
      expect(key.description).toContain(word);
    // Nobody is known whose repetition it could be.
    expect(parameter('/credential/webhook', 'post', 'Idempotency-Key')).toBeUndefined();
  });

  it('says where a redirect leads', async () => {
    const { paths, components } = await read();
    const { responses } = paths['/call/{id}/mono-recording'].get;
    expect(responses[302].headers.Location.$ref).toBe('#/components/headers/Location');
    expect(components.headers.Location.description).toContain('without a key');
    for (const status of [403, 404, 409]) expect(responses).toHaveProperty(String(status));
  });

  it('describes each event of a stream', async () => {
    const { paths, components } = await read();
    const streams = Object.values(operations as Record<string, Operation>).filter(
      ({ alsoAnswers }) => alsoAnswers === 'text/event-stream',
    );
    expect(streams).toHaveLength(4);
    for (const { path, method } of streams) {
      const { description, content } = paths[path][method.toLowerCase()].responses[200];
      expect(description).toContain('`error`');
      const { schema } = content['text/event-stream'];
      const named =
        String(schema.contentSchema.$ref ?? '')
          .split('/')
          .at(-1) ?? '';
      const shape = components.schemas[named] ?? schema.contentSchema;
      expect(JSON.stringify(shape)).toMatch(/delta/i);
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

import { parseArgs } from 'node:util';
import { type RunningKindling, startKindling } from '../../tests/support/server/kindling.ts';
import { privateToken } from '../../tests/support/server/stored-calls.ts';
import { printTable } from '../support/table.ts';
import { fatesOf } from './fields.ts';
import { type Row, readRows } from './rows.ts';
import { startScriptedModel } from './scripted-model.ts';
import { type Ask, type Tried, tryRow } from './try-row.ts';

/**
 * The share of assistants, as people write them for other platforms, that are created, start a call and answer here,
 * unchanged: with a language model configured, and with nothing configured at all.
 *
 *   node bench/corpus/run.ts FILE.json [--failures] [--fields]
 *
 * --failures says what was refused. --fields lists every field that the rows write, with what it does here.
 */

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { failures: { type: 'boolean' }, fields: { type: 'boolean' } },
});
const [file] = positionals;
if (file === undefined) throw new Error('Name the file with the rows.');
const rows = readRows(file);

const model = await startScriptedModel('Certainly. What would you like to know?');
const withModel = await tryAll(rows, { LLM_BASE_URL: model.url, LLM_MODEL: 'scripted' });
model.close();
const withNothing = await tryAll(rows, {});

const share = (tried: readonly Tried[]) => {
  const passed = tried.filter(({ passes }) => passes).length;
  return `${passed} of ${tried.length} (${Math.round((100 * passed) / tried.length)} %)`;
};
const kinds = [...new Set(rows.map(({ kind }) => kind))];
printTable(
  ['rows', 'with a language model', 'with nothing configured'],
  [
    ['all', share(withModel), share(withNothing)],
    ...kinds.map((kind) => {
      const ofKind = (tried: readonly Tried[]) => tried.filter(({ row }) => row.kind === kind);
      return [kind, share(ofKind(withModel)), share(ofKind(withNothing))];
    }),
  ],
);
if (values.failures)
  for (const { row, refused } of [...withModel, ...withNothing])
    if (refused !== null) console.log(`\n${row.id} (${row.kind}, ${row.schema}): ${refused}`);
if (values.fields) printFields(withModel);

async function tryAll(all: readonly Row[], env: Record<string, string>): Promise<Tried[]> {
  const kindling = await startKindling({ env: { ...env, MAX_CALLS: '200' } });
  try {
    const ask = askOf(kindling);
    const fileId = String(
      (await ask('POST', '/file', new File(['We open at nine.'], 'a.txt'))).json.id,
    );
    const tried: Tried[] = [];
    for (const row of all) tried.push(await tryRow(row, ask, fileId));
    return tried;
  } finally {
    await kindling.stop();
  }
}

/** With the operator's key; a file is sent as a form. */
function askOf({ url, dataFolder }: RunningKindling): Ask {
  const authorization = `Bearer ${privateToken(dataFolder)}`;
  return async (method, path, body) => {
    const form = new FormData();
    if (body instanceof File) form.append('file', body);
    const answer = await fetch(`${url}${path}`, {
      method,
      ...(body instanceof File
        ? { headers: { authorization }, body: form }
        : {
            headers: { authorization, 'content-type': 'application/json' },
            ...(body !== undefined && { body: JSON.stringify(body) }),
          }),
    });
    const text = await answer.text();
    return { status: answer.status, json: text === '' ? {} : JSON.parse(text) };
  };
}

/** What becomes of every field. */
function printFields(tried: readonly Tried[]): void {
  const fates = fatesOf(tried);
  console.log('');
  printTable(
    ['field', 'rows', 'here', ''],
    fates.map(({ field, rows, fate, message }) => [
      field,
      String(rows),
      fate,
      message.slice(0, 110),
    ]),
  );
  const counts = Map.groupBy(fates, ({ fate }) => fate);
  console.log(`\n${[...counts].map(([fate, of]) => `${fate}: ${of.length}`).join(', ')}`);
}

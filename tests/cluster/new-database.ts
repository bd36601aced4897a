import pg from 'pg';
import type { OwnPostgres } from '../../scripts/test-postgres.ts';

/** An empty database of this server; its address. */
export async function newDatabase({ url }: OwnPostgres, name: string): Promise<string> {
  await askDatabase(url, `create database ${name}`);
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** The first column of the first row. */
export async function askDatabase(url: string, query: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query({ text: query, rowMode: 'array' });
    return rows[0]?.[0];
  } finally {
    await client.end();
  }
}

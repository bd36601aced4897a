import pg from 'pg';
import type { OwnPostgres } from '../../scripts/test-postgres.ts';

/** An empty database of this server; its address. */
export async function newDatabase({ url }: OwnPostgres, name: string): Promise<string> {
  const admin = new pg.Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

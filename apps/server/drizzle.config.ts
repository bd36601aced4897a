import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/storage/schema.ts',
    './src/storage/call-line-table.ts',
    './src/storage/usage-day-table.ts',
    './src/storage/platform-tables.ts',
  ],
  out: './src/storage/migrations',
});

import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/platform/database/schema.ts',
    './src/platform/database/call-line-table.ts',
    './src/platform/database/call-resumption-table.ts',
    './src/platform/database/usage-day-table.ts',
    './src/platform/database/node-table.ts',
    './src/platform/database/server-secret-table.ts',
    './src/platform/database/meeting-table.ts',
    './src/platform/database/rate-limit-table.ts',
    './src/platform/database/platform-tables.ts',
  ],
  out: './src/platform/database/migrations',
});

import { execFile } from 'node:child_process';

export interface Exported {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const repository = new URL('../../../', import.meta.url).pathname;

/** Runs the operator's export command to its end. */
export function exportLeads(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Exported> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/export-leads.ts', ...args],
      { cwd: repository, env: { ...process.env, PUBLIC_URL: '', PORT: '', ...env } },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === 'number' ? error.code : -1;
        resolve({ code, stdout, stderr });
      },
    );
  });
}

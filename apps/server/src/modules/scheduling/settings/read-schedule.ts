import { readFile } from 'node:fs/promises';
import type { z } from 'zod';
import type { Config } from '../../../platform/config/config.ts';
import { ConfigError } from '../../../platform/errors/config-error.ts';
import { type Schedule, scheduleSchema } from './schedule-schema.ts';

/**
 * Reads the schedule file; where there is none and none was asked for, the defaults.
 *
 * @throws a `ConfigError` that names each field at fault
 */
export async function readSchedule({
  file,
  fileRequired,
}: Pick<Config['scheduling'], 'file' | 'fileRequired'>): Promise<Schedule> {
  const text = await readText(file);
  if (text !== null) return parseSchedule(text, file);
  if (!fileRequired) return scheduleSchema.parse({});
  throw new ConfigError([`SCHEDULING_FILE: there is no file ${file}.`]);
}

function parseSchedule(text: string, file: string): Schedule {
  const parsed = scheduleSchema.safeParse(parseJson(text, file));
  if (parsed.success) return parsed.data;
  throw new ConfigError(
    parsed.error.issues.map((issue) => `${file}: ${fieldName(issue)}${issue.message}`),
  );
}

function fieldName({ path }: z.core.$ZodIssue): string {
  return path.length === 0 ? '' : `${path.map(String).join('.')}: `;
}

function parseJson(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw new ConfigError([`${file}: is not valid JSON: ${detail}`]);
  }
}

async function readText(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'ENOENT') return null;
    throw new ConfigError([`${file}: cannot be read (${String(code ?? error)}).`]);
  }
}

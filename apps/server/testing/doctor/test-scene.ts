import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Check, Scene } from '../../src/doctor/check.ts';
import type { Finding, Status } from '../../src/doctor/finding.ts';
import { readConfig } from '../../src/platform/config/config.ts';

/** Until the end of the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kindling-doctor-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface TestScene extends Partial<Omit<Scene, 'config'>> {
  readonly env?: Readonly<Record<string, string>>;
}

/** What a deployment with these settings is; no server runs there. */
export function testScene({ env = {}, ...given }: TestScene = {}): Scene {
  const config = readConfig({ KINDLING_DATA: temporaryFolder(), ...env });
  return { config, server: null, sendTo: null, timeout: 3_000, ...given };
}

/** `status: what was found`, a line each. */
export async function findingsOf(check: Check, scene: Scene): Promise<string[]> {
  return (await check.run(scene)).map(({ status, found }) => `${status}: ${found}`);
}

export const statusesOf = (findings: readonly Finding[]): Status[] =>
  findings.map(({ status }) => status);

/** Every finding that is not all right says what to do. */
export const unhelpful = (findings: readonly Finding[]): readonly Finding[] =>
  findings.filter(({ status, mend }) => (status === 'fail' || status === 'warn') && !mend);

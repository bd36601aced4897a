import { createLocalEngines, type LocalEngines } from '@kindling/conversation';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  installRealModel,
  type RealInstallation,
  removeInstallation,
} from '../../testing/models/install-real-model.ts';
import { tryModel } from '../platform/models/try-model.ts';

/** Real weights: fetched, checked, installed, loaded and asked. */
describe('a turn model that was installed', () => {
  let installed: RealInstallation | null = null;
  let engines: LocalEngines | undefined;

  beforeAll(async () => {
    installed = await installRealModel({ kind: 'turns', name: 'smart-turn', tryOut: tryModel });
    if (installed === null) return;
    const { turnModels } = installed.models;
    engines = await createLocalEngines({ turnModels, preparedCalls: 1 });
  }, 600_000);
  afterAll(async () => {
    await engines?.close();
    removeInstallation(installed);
  });

  it('has the hash of the catalogue, and was tried', (context) => {
    if (engines === undefined) return context.skip();
    expect(installed?.said).toContain('smart-turn: BSD-2-Clause, 8.7 MB');
    expect(installed?.said).toMatch(
      /smart-turn is installed\.\nIt judged three seconds in \d+ ms\./,
    );
    expect(installed?.said).not.toContain('SHA-256');
  });

  it('judges as ONNX Runtime does by the same weights', async (context) => {
    const { turnModel } = engines ?? {};
    if (turnModel === undefined) return context.skip();
    // Of the bytes that layers answer there too, ONNX Runtime makes 0.839 and 0.893.
    expect(await turnModel.judge(hum(9, 120, 100))).toBeCloseTo(0.859, 2);
    // Five seconds of silence before it, for which a few steps stand.
    expect(Math.abs((await turnModel.judge(hum(3, 150, 100))) - 0.916)).toBeLessThan(0.05);
  });

  it('says nothing of what it was not asked any more', async (context) => {
    if (engines?.turnModel === undefined) return context.skip();
    const asked = engines.turnModel.judge(hum(1, 120, 100));
    await engines.turnModel.close();
    await expect(asked).rejects.toMatchObject({ code: 'engine_closed' });
  });
});

it('a turn model that cannot be loaded is reported, and not used', async () => {
  const lost: string[] = [];
  const engines = await createLocalEngines({
    turnModels: [{ name: 'smart-turn', engine: 'smart-turn', folder: '/nowhere' }],
    onTurnModelLost: (name) => lost.push(name),
    preparedCalls: 1,
  });
  expect(lost).toEqual(['smart-turn']);
  expect(engines.turnModel).toBeUndefined();
  await engines.close();
});

/** Five syllables a second of a voice that glides from one pitch to another, and 200 ms of silence. */
function hum(seconds: number, from: number, to: number): Float32Array {
  const length = seconds * 16_000;
  const sound = new Float32Array(length + 3_200);
  let phase = 0;
  for (let at = 0; at < length; at += 1) {
    phase += (2 * Math.PI * (from + ((to - from) * at) / length)) / 16_000;
    const loudness = 0.1 * Math.sin(Math.PI * ((at / 3_200) % 1));
    for (let tone = 1; tone <= 12; tone += 1)
      sound[at] = (sound[at] ?? 0) + (loudness * Math.sin(tone * phase)) / tone;
  }
  return sound;
}

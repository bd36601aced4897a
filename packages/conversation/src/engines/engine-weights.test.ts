import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { findWeights } from './engine-weights.ts';

it('finds a file of an installed package that does not export it', () => {
  const path = findWeights('@moonshine-ai/moonshine-js', 'package.json');
  expect(JSON.parse(readFileSync(path, 'utf8'))).toMatchObject({
    name: '@moonshine-ai/moonshine-js',
  });
});

it.each([
  ['@moonshine-ai/moonshine-js', 'dist/model/huge/encoder.onnx'],
  ['@kindling/there-is-no-such-package', 'weights.onnx'],
])('says what is missing and what to do: %s/%s', (packageName, path) => {
  expect(() => findWeights(packageName, path)).toThrow(
    expect.objectContaining({
      code: 'engine_weights_missing',
      message: expect.stringContaining(`${packageName}/${path} is not installed: run "npm ci"`),
    }),
  );
});

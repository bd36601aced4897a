import { expect, it } from 'vitest';
import { readOnnxFile } from './onnx-file.ts';

/** Protocol-buffer messages, as far as an ONNX file has them. */
const varint = (value: number): number[] => {
  const bytes: number[] = [];
  for (let rest = BigInt.asUintN(64, BigInt(value)); ; rest >>= 7n) {
    const byte = Number(rest & 127n);
    if (rest < 128n) return [...bytes, byte];
    bytes.push(byte | 128);
  }
};
const number = (field: number, value: number) => [field << 3, ...varint(value)];
const bytes = (field: number, value: readonly number[]) => [
  (field << 3) | 2,
  ...varint(value.length),
  ...value,
];
const text = (field: number, value: string) => bytes(field, [...Buffer.from(value)]);
const floats = (values: readonly number[]) => [...new Uint8Array(Float32Array.from(values).buffer)];

interface Made {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  /** In a field of its own, or as bytes. */
  readonly content: readonly number[];
}

const tensor = ({ name, type, shape, content }: Made) =>
  bytes(5, [
    ...shape.flatMap((size) => number(1, size)),
    ...number(2, type),
    ...text(8, name),
    ...content,
  ]);

const file = Uint8Array.from([
  ...number(1, 8),
  ...text(2, 'by hand'),
  ...bytes(7, [
    ...bytes(1, [
      ...text(1, 'x'),
      ...text(1, 'w_quantized'),
      ...text(2, 'y'),
      ...text(3, '/multiply'),
    ]),
    ...tensor({ name: 'bias', type: 1, shape: [2], content: bytes(9, floats([0.5, -2])) }),
    ...tensor({
      name: 'w_quantized',
      type: 3,
      shape: [2, 2],
      content: bytes(9, [1, 255, 127, 128]),
    }),
    ...tensor({ name: 'w_scale', type: 1, shape: [2], content: bytes(4, floats([0.5, 0.25])) }),
    ...tensor({
      name: 'w_zero_point',
      type: 3,
      shape: [2],
      content: bytes(5, [...varint(0), ...varint(-3)]),
    }),
    ...tensor({ name: 'e_quantized', type: 2, shape: [3], content: bytes(9, [0, 200, 255]) }),
    ...tensor({ name: 'e_scale', type: 1, shape: [], content: bytes(4, floats([2])) }),
    ...tensor({ name: 'e_zero_point', type: 2, shape: [], content: bytes(5, varint(130)) }),
    ...tensor({
      name: 'b_quantized',
      type: 6,
      shape: [2],
      content: bytes(9, [...new Uint8Array(Int32Array.of(-70_000, 4).buffer)]),
    }),
    ...tensor({
      name: 'b_quantized_scale',
      type: 1,
      shape: [2],
      content: bytes(4, floats([0.001, 0.5])),
    }),
    ...tensor({ name: 'c_quantized', type: 3, shape: [2], content: bytes(9, [2, 254]) }),
    ...tensor({ name: 'c_scale', type: 1, shape: [1], content: bytes(4, floats([0.5])) }),
    ...tensor({ name: 'c_zero_point', type: 1, shape: [1], content: bytes(4, floats([0.25])) }),
    // A condition, with a branch.
    ...bytes(1, [
      ...text(1, 'cached'),
      ...text(3, '/if'),
      ...bytes(5, [
        ...text(1, 'else_branch'),
        ...bytes(6, [
          ...bytes(1, [...text(1, 'y'), ...text(1, 'v_quantized'), ...text(3, '/inside')]),
          ...tensor({ name: 'inner', type: 1, shape: [1], content: bytes(9, floats([3])) }),
        ]),
      ]),
    ]),
  ]),
]);

it('reads floats, and bytes with their scales', () => {
  const { weights, quantised } = readOnnxFile(file);
  expect(weights('bias')).toEqual({ shape: [2], values: Float32Array.of(0.5, -2) });
  expect(quantised('w')).toEqual({
    shape: [2, 2],
    values: Int8Array.of(1, -1, 127, -128),
    scales: Float32Array.of(0.5, 0.25),
    zeros: [0, -3],
  });
  expect(quantised('e')).toMatchObject({ values: Uint8Array.of(0, 200, 255), zeros: [130] });
});

it('multiplies out what is added to a product of bytes', () => {
  const { biases } = readOnnxFile(file);
  expect(biases('b')).toEqual({ shape: [2], values: Float32Array.of(-70, 2) });
  expect(() => biases('w')).toThrow('type 3');
});

it('multiplies out bytes that are moved by a number', () => {
  const { shifted } = readOnnxFile(file);
  expect(shifted('c')).toEqual({ shape: [2], values: Float32Array.of(1.25, -0.75) });
  expect(() => shifted('e')).toThrow('type 2');
});

it('knows what a step takes, in a branch, too', () => {
  const { inputsOf, weights } = readOnnxFile(file);
  expect(inputsOf('/multiply')).toEqual(['x', 'w_quantized']);
  expect(inputsOf('/inside')).toEqual(['y', 'v_quantized']);
  expect(weights('inner').values).toEqual(Float32Array.of(3));
});

it('names what is missing or of another type', () => {
  const { weights, quantised, inputsOf } = readOnnxFile(file);
  expect(() => weights('none')).toThrow('none');
  expect(() => weights('w_quantized')).toThrow('type 3');
  expect(() => quantised('bias')).toThrow('bias_quantized');
  expect(() => inputsOf('/other')).toThrow('/other');
});

it('refuses what is no such file, or half of one', () => {
  expect(() => readOnnxFile(new Uint8Array())).toThrow('no graph');
  expect(() => readOnnxFile(file.subarray(0, 60))).toThrow('not all of it');
  expect(() => readOnnxFile(Buffer.from('<html>'))).toThrow('ONNX');
});

/** Numbers of a file, as many as the product of `shape`, row by row. */
export interface Weights {
  readonly shape: readonly number[];
  readonly values: Float32Array;
}

/** Numbers that stand for others: `scale * (value - zero)`, with a scale and a zero for all or for each column. */
export interface QuantisedWeights {
  readonly shape: readonly number[];
  readonly values: Uint8Array | Int8Array;
  readonly scales: Float32Array;
  readonly zeros: readonly number[];
}

/** What is read of an ONNX file: its weights by name, not what is to be done with them. */
export interface OnnxFile {
  /** @throws where there are none of this name */
  weights(name: string): Weights;
  /** @throws where there are none of this name */
  quantised(name: string): QuantisedWeights;
  /** Bytes of which each stands for `scale * value + offset`, multiplied out. @throws where there are none of this name */
  shifted(name: string): Weights;
  /** What is added to a product of bytes: whole numbers, multiplied out. @throws where there are none of this name */
  biases(name: string): Weights;
  /** What a step of the graph takes, by name. @throws where there is no such step */
  inputsOf(step: string): readonly string[];
}

interface Initialiser {
  readonly shape: readonly number[];
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** `TensorProto.DataType`. */
const FLOAT = 1;
const UINT8 = 2;
const INT8 = 3;
const INT32 = 6;

/** @throws where it is no such file. Field numbers are those of onnx.proto3. */
export function readOnnxFile(file: Uint8Array): OnnxFile {
  const initialisers = new Map<string, Initialiser>();
  const inputs = new Map<string, string[]>();
  const graph = onlyBytes(fieldsOf(file), 7);
  if (graph === undefined) throw new Error('It is no ONNX file: there is no graph in it.');
  readGraph(graph, { initialisers, inputs });

  function find<Found>(all: ReadonlyMap<string, Found>, name: string): Found {
    const found = all.get(name);
    if (found === undefined) throw new Error(`The ONNX file has no ${name}.`);
    return found;
  }
  function ofType(name: string, ...types: number[]): Initialiser {
    const found = find(initialisers, name);
    if (types.includes(found.type)) return found;
    throw new Error(
      `${name} in the ONNX file is of type ${found.type}, not ${types.join(' or ')}.`,
    );
  }
  function weights(name: string): Weights {
    const { shape, bytes } = ofType(name, FLOAT);
    return { shape, values: floatsOf(bytes) };
  }
  return {
    weights,
    quantised(name) {
      const { shape, type, bytes } = ofType(`${name}_quantized`, UINT8, INT8);
      const signed = type === INT8;
      return {
        shape,
        values: signed ? signedOf(bytes) : bytes,
        scales: weights(`${name}_scale`).values,
        zeros: [...ofType(`${name}_zero_point`, UINT8, INT8).bytes].map((zero) =>
          signed ? (zero << 24) >> 24 : zero,
        ),
      };
    },
    shifted(name) {
      const { shape, bytes } = ofType(`${name}_quantized`, INT8);
      const [[scale = 0], [offset = 0]] = [
        weights(`${name}_scale`).values,
        weights(`${name}_zero_point`).values,
      ] as const;
      return {
        shape,
        values: Float32Array.from(signedOf(bytes), (value) => scale * value + offset),
      };
    },
    biases(name) {
      const { shape, bytes } = ofType(`${name}_quantized`, INT32);
      const scales = weights(`${name}_quantized_scale`).values;
      const scaleAt = (place: number) => scales[scales.length === 1 ? 0 : place] ?? 0;
      const numbers = new Int32Array(new Uint8Array(bytes).buffer);
      return { shape, values: Float32Array.from(numbers, (value, at) => value * scaleAt(at)) };
    },
    inputsOf: (step) => find(inputs, step),
  };
}

interface Found {
  readonly initialisers: Map<string, Initialiser>;
  readonly inputs: Map<string, string[]>;
}

function readGraph(graph: Uint8Array, found: Found): void {
  for (const [field, value] of fieldsOf(graph)) {
    if (typeof value === 'number') continue;
    if (field === 1) readNode(value, found);
    if (field === 5) readInitialiser(value, found.initialisers);
  }
}

/** A step; the branches of a condition are graphs of their own. */
function readNode(node: Uint8Array, found: Found): void {
  const read: string[] = [];
  let name = '';
  for (const [field, value] of fieldsOf(node)) {
    if (typeof value === 'number') continue;
    if (field === 1) read.push(textOf(value));
    if (field === 3) name = textOf(value);
    const branch = field === 5 ? onlyBytes(fieldsOf(value), 6) : undefined;
    if (branch !== undefined) readGraph(branch, found);
  }
  found.inputs.set(name, read);
}

function readInitialiser(tensor: Uint8Array, initialisers: Map<string, Initialiser>): void {
  const shape: number[] = [];
  let [name, type, bytes] = ['', 0, new Uint8Array()];
  for (const [field, value] of fieldsOf(tensor)) {
    if (field === 1) shape.push(...(typeof value === 'number' ? [value] : varintsOf(value)));
    if (field === 2 && typeof value === 'number') type = value;
    if (typeof value === 'number') continue;
    if (field === 8) name = textOf(value);
    // As bytes; or, in the fields for few, as floats and as integers of which the lowest byte is all there is.
    if (field === 9 || field === 4) bytes = new Uint8Array(value);
    if (field === 5) bytes = Uint8Array.from(varintsOf(value));
  }
  initialisers.set(name, { shape, type, bytes });
}

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);

const signedOf = (bytes: Uint8Array): Int8Array =>
  new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);

/** Floats begin at every fourth byte, which in a file they need not. */
function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(new Uint8Array(bytes).buffer);
}

function onlyBytes(
  fields: Iterable<readonly [field: number, value: number | Uint8Array]>,
  wanted: number,
): Uint8Array | undefined {
  for (const [field, value] of fields)
    if (field === wanted && typeof value !== 'number') return value;
  return undefined;
}

/** The fields of a protocol-buffer message; of numbers the lowest 32 bits. */
function* fieldsOf(
  message: Uint8Array,
): Generator<readonly [field: number, value: number | Uint8Array]> {
  let place = 0;
  const next = () => {
    const [value, end] = readVarint(message, place);
    place = end;
    return value;
  };
  const take = (length: number) => {
    place += length;
    if (place > message.length || length < 0)
      throw new Error('It is no ONNX file, or not all of it.');
    return message.subarray(place - length, place);
  };
  while (place < message.length) {
    const key = next();
    const field = key >>> 3;
    const kind = key & 7;
    if (kind === 0) yield [field, next()];
    else if (kind === 2) yield [field, take(next())];
    else if (kind === 1 || kind === 5) yield [field, take(kind === 1 ? 8 : 4)];
    else throw new Error('It is no ONNX file.');
  }
}

function* varintsOf(bytes: Uint8Array): Generator<number> {
  for (let place = 0; place < bytes.length; ) {
    const [value, end] = readVarint(bytes, place);
    yield value;
    place = end;
  }
}

function readVarint(bytes: Uint8Array, start: number): readonly [value: number, end: number] {
  let value = 0;
  let place = start;
  for (let shift = 0; ; shift += 7, place += 1) {
    const byte = bytes[place];
    if (byte === undefined) throw new Error('It is no ONNX file, or not all of it.');
    if (shift < 32) value |= (byte & 127) << shift;
    if (byte < 128) return [value, place + 1];
  }
}

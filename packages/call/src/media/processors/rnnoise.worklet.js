// Runs in the audio thread: plain JavaScript, loaded by address, so it imports nothing.

/** RNNoise works on frames of 10 ms at 48 kHz. */
const FRAME = 480;
/** The longest a sample waits for its frame: quanta of 128 leave at most 448 of 480 behind. */
const DELAY = 448;
/** RNNoise counts in 16-bit samples. */
const SCALE = 32_768;

/** RNNoise's WebAssembly, whose build shortened every name to a letter. */
class Suppressor {
  #exports;
  #state;
  #frame;

  constructor(module) {
    let memory;
    const imports = {
      a: {
        // Asks for more memory; it has 16 MB and needs a few hundred kB.
        a: () => 0,
        b: (to, from, length) => new Uint8Array(memory.buffer).copyWithin(to, from, from + length),
      },
    };
    this.#exports = new WebAssembly.Instance(module, imports).exports;
    const { c, d: start, f: create, g: allocate } = this.#exports;
    memory = c;
    start();
    this.#state = create(0);
    this.#frame = allocate(FRAME * 4);
    if (this.#state === 0 || this.#frame === 0) throw new Error('RNNoise found no memory.');
  }

  /** In place. */
  process(samples) {
    const { c: memory, j: processFrame } = this.#exports;
    const frame = new Float32Array(memory.buffer, this.#frame, FRAME);
    for (let i = 0; i < FRAME; i += 1) frame[i] = samples[i] * SCALE;
    processFrame(this.#state, this.#frame, this.#frame);
    for (let i = 0; i < FRAME; i += 1) samples[i] = frame[i] / SCALE;
  }
}

class RnnoiseProcessor extends AudioWorkletProcessor {
  #suppressor;
  #closed = false;
  #input = new Float32Array(FRAME);
  #filled = 0;
  /** Finished samples in a ring; the silence at the start is the delay. */
  #output = new Float32Array(FRAME * 4);
  #read = 0;
  #write = DELAY;

  constructor({ processorOptions }) {
    super();
    this.#suppressor = new Suppressor(processorOptions.module);
    this.port.onmessage = () => {
      this.#closed = true;
    };
    this.port.postMessage('ready');
  }

  process([[input] = []], [[output]]) {
    for (let i = 0; i < output.length; i += 1) this.#take(input?.[i] ?? 0);
    const size = this.#output.length;
    for (let i = 0; i < output.length; i += 1) output[i] = this.#output[(this.#read + i) % size];
    this.#read = (this.#read + output.length) % size;
    return !this.#closed;
  }

  #take(sample) {
    this.#input[this.#filled] = sample;
    this.#filled += 1;
    if (this.#filled < FRAME) return;
    this.#filled = 0;
    this.#suppressor.process(this.#input);
    for (const done of this.#input) {
      this.#output[this.#write] = done;
      this.#write = (this.#write + 1) % this.#output.length;
    }
  }
}

registerProcessor('rnnoise', RnnoiseProcessor);

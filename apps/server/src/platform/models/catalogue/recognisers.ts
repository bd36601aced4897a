import type { RecogniserEntry } from './entry.ts';

const MOONSHINE =
  'https://huggingface.co/csukuangfj2/sherpa-onnx-moonshine-base-en-quantized-2026-02-27/resolve/8f4d6c58c03d40bcea40043bb7120a878f2bbef6';
const PARAKEET =
  'https://huggingface.co/csukuangfj/sherpa-onnx-nemo-parakeet_tdt_ctc_110m-en-36000-int8/resolve/main';

/** Sizes and hashes of Moonshine as two other projects pinned them for this revision. */
export const recognisers: readonly RecogniserEntry[] = [
  {
    kind: 'recogniser',
    engine: 'moonshine',
    name: 'moonshine-base',
    about: 'The larger sibling of the recogniser that comes with the server; English.',
    licence: 'MIT',
    files: [
      {
        path: 'encoder_model.ort',
        address: `${MOONSHINE}/encoder_model.ort`,
        bytes: 31_326_816,
        sha256: '7c66495948d0d08ec1af454cd4b5514862ae6511e94712a60e6d83eaec8dc8cf',
      },
      {
        path: 'decoder_model_merged.ort',
        address: `${MOONSHINE}/decoder_model_merged.ort`,
        bytes: 109_424_400,
        sha256: 'd9d7b333af34bc552580576ddcf248a1c6c839e0d3b43b09afb9376ed009899d',
      },
      {
        path: 'tokens.txt',
        address: `${MOONSHINE}/tokens.txt`,
        bytes: 549_350,
        sha256: '2870d843e14c1e187bf1913a521562a63b53933814bd7f2145120468f494a049',
      },
    ],
    needs: [],
  },
  {
    kind: 'recogniser',
    engine: 'parakeet',
    name: 'parakeet',
    about: 'NVIDIA Parakeet 110M with its CTC decoder; English.',
    licence: 'CC-BY-4.0',
    licenceRemark: 'Name NVIDIA where you say how calls are transcribed.',
    files: [
      {
        path: 'model.int8.onnx',
        address: `${PARAKEET}/model.int8.onnx`,
        bytes: null,
        sha256: null,
      },
      { path: 'tokens.txt', address: `${PARAKEET}/tokens.txt`, bytes: null, sha256: null },
    ],
    approximateBytes: 132_000_000,
    needs: [],
  },
];

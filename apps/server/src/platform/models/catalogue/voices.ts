import type { ModelFile, VoiceEntry } from './entry.ts';
import { espeakData } from './espeak-data.ts';
import { KITTEN, KOKORO, SUPERTONIC } from './speakers.ts';

const PIPER = 'https://huggingface.co/rhasspy/piper-voices/resolve/main/en/en_US';
const HUGGING_FACE = 'https://huggingface.co';
const KITTEN_FILES = `${HUGGING_FACE}/csukuangfj2/kitten-nano-en-v0_8-int8/resolve/90dfe12687f7822a90e5afc5931b536ba6caf22a`;
const KOKORO_FILES = `${HUGGING_FACE}/csukuangfj/kokoro-int8-multi-lang-v1_0/resolve/5d6cbe65546edb3ebae8bde976c8ad3438b3f34b`;
const SUPERTONIC_FILES = `${HUGGING_FACE}/csukuangfj2/sherpa-onnx-supertonic-3-tts-int8-2026-05-11/resolve/cca5a0e6c96e1d2c720986bf7e75fcc81dee3ae4`;

type Pinned = readonly [path: string, bytes: number, sha256: string | null];

const filesOf = (source: string, files: readonly Pinned[]): readonly ModelFile[] =>
  files.map(([path, bytes, sha256]) => ({ path, address: `${source}/${path}`, bytes, sha256 }));

/** A voice of Piper is two files, whatever it is called: the model and what it says of itself. */
const piperFiles = (voice: string, [model, config]: readonly [Pinned, Pinned]) => [
  ...[model, config].map(([path, bytes, sha256]) => ({
    path,
    address: `${PIPER}/${voice}/medium/en_US-${voice}-medium${path.replace(/^model/, '')}`,
    bytes,
    sha256,
  })),
];

/**
 * Sizes and hashes as other projects pinned them. Joe's were taken from the files themselves, whose MD5
 * is the one that Piper's own list of voices has for this address.
 */
export const voices: readonly VoiceEntry[] = [
  {
    kind: 'voice',
    engine: 'piper',
    name: 'piper-ljspeech',
    about: 'A woman’s voice, American, by Piper.',
    licence: 'Public domain (LJ Speech)',
    files: piperFiles('ljspeech', [
      [
        'model.onnx',
        63_531_379,
        '6f52a751e2349abe7a76735eb09dc1875298c77ea2342ffd2fef79ff81b87f22',
      ],
      [
        'model.onnx.json',
        4_972,
        '141d612cc0a95ed7efc1ca936b845c2364967f2e9217c5dbfcf69fc4d6c65860',
      ],
    ]),
    needs: [espeakData.name],
    speakers: [
      {
        voiceId: 'ljspeech',
        speaker: 0,
        libraryId: '5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0b01',
        name: 'Ljspeech',
        gender: 'female',
        accent: 'American',
      },
    ],
  },
  {
    kind: 'voice',
    engine: 'piper',
    name: 'piper-joe',
    about: 'A man’s voice, American, by Piper.',
    licence: 'CC0 (its recordings)',
    licenceRemark:
      'It was tuned from the voice Lessac, whose recordings are for research only: read its card before you use it in a business.',
    files: piperFiles('joe', [
      [
        'model.onnx',
        63_201_294,
        '58afce0321b8d9c46d7cdf9c16500cc55a793b4220212dba6b70fb788b3baf06',
      ],
      [
        'model.onnx.json',
        4_794,
        '3d6d5410b3795cb1950595247ef8f06190719e6fdbfa3a2356d8ec368e1aad33',
      ],
    ]),
    needs: [espeakData.name],
    speakers: [
      {
        voiceId: 'joe',
        speaker: 0,
        libraryId: '5b0ddf4c-5a0f-4d51-9c4c-6d2d6f1f0b02',
        name: 'Joe',
        gender: 'male',
        accent: 'American',
      },
    ],
  },
  {
    kind: 'voice',
    engine: 'kitten',
    name: 'kitten',
    about: 'Eight voices in the smallest download, by Kitten nano 0.8.',
    licence: 'Apache-2.0',
    files: filesOf(KITTEN_FILES, [
      ['model.int8.onnx', 24_370_878, null],
      ['voices.bin', 3_276_800, null],
      ['tokens.txt', 1_064, null],
    ]),
    needs: [espeakData.name],
    speakers: KITTEN,
  },
  {
    kind: 'voice',
    engine: 'supertonic',
    name: 'supertonic',
    about: 'Ten voices without espeak-ng, by Supertonic 3.',
    licence: 'OpenRAIL-M',
    licenceRemark:
      'Commercial use is allowed; what the voices may not be used for is listed in it.',
    files: filesOf(SUPERTONIC_FILES, [
      [
        'duration_predictor.int8.onnx',
        3_700_147,
        'c3eb91414d5ff8a7a239b7fe9e34e7e2bf8a8140d8375ffb14718b1c639325db',
      ],
      [
        'text_encoder.int8.onnx',
        36_416_150,
        'c7befd5ea8c3119769e8a6c1486c4edc6a3bc8365c67621c881bbb774b9902ff',
      ],
      [
        'vector_estimator.int8.onnx',
        78_400_833,
        '20cd86fa5c6effedfda0e7cffe5b0569ca401c440a0c3a1d72bf39286c0db3fd',
      ],
      [
        'vocoder.int8.onnx',
        25_991_073,
        'e923d60f53f95eb1ce235f1dc33ec56d9c057823c96fa6f8acf98f32b0da6152',
      ],
      ['tts.json', 8_253, '42078d3aef1cd43ab43021f3c54f47d2d75ceb4e75f627f118890128b06a0d09'],
      [
        'unicode_indexer.bin',
        262_144,
        '8402ca48e5189a8950138580b0fff64db6f072f24ac07cd54ba8b2fbb9883b30',
      ],
      ['voice.bin', 517_168, '67d5209b0ee8ce6c74105ffbe12fe6a7628aea3b4ba2fcb308a4a67938a93ce8'],
    ]),
    needs: [],
    speakers: SUPERTONIC,
  },
  {
    kind: 'voice',
    engine: 'kokoro',
    name: 'kokoro',
    about: 'Seven voices by Kokoro 82M; slower than speech on most processors.',
    licence: 'Apache-2.0',
    files: filesOf(KOKORO_FILES, [
      [
        'model.int8.onnx',
        114_298_054,
        '77ef4f0513401d508ed7831f8504c7042df58bc75e004ec9666894590f999b1d',
      ],
      [
        'voices.bin',
        27_678_720,
        '8a77c0d397026208d22211f37670b5b3b11e03f190756b25a1d24041fced82a9',
      ],
      ['tokens.txt', 687, '6ebb6bb288f20f3ae8d004d3c2ca27697da27c037d75e81a60e2a6a663f95425'],
      [
        'lexicon-us-en.txt',
        5_956_885,
        '7daaab53a181be9885b853a8582bf1838186317e5dadacbcef9c426d6fa0da14',
      ],
    ]),
    needs: [espeakData.name],
    speakers: KOKORO,
  },
];

import type { TurnsEntry } from './entry.ts';

/** Size and hash are those of the same file in `pipecat-ai` 1.14.0 of PyPI. */
export const turnModels: readonly TurnsEntry[] = [
  {
    kind: 'turns',
    engine: 'smart-turn',
    name: 'smart-turn',
    about: 'Hears at a pause whether the caller is done, beside the words.',
    licence: 'BSD-2-Clause',
    files: [
      {
        path: 'model.onnx',
        address:
          'https://huggingface.co/pipecat-ai/smart-turn-v3/resolve/main/smart-turn-v3.2-cpu.onnx',
        bytes: 8_679_182,
        sha256: '2bb026316b14a660486a75b1733cd3fbab8c2fd0314dc9af7be49f8cca967e4f',
      },
    ],
    needs: [],
  },
];

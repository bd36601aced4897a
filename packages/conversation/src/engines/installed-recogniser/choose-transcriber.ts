import type { Transcriber } from '../../recognition/transcriber.ts';

/** The recogniser that every installation has. */
export const BUILT_IN = 'moonshine-tiny';

/** Several recognisers as one: the first listens where none is named that is here. Closes all of them. */
export function chooseTranscriber(
  installed: readonly [Transcriber, ...Transcriber[]],
  builtIn: Transcriber,
): Transcriber {
  const [first] = installed;
  const byName = new Map(installed.map((one) => [one.provider, one]));
  byName.set(BUILT_IN, builtIn);
  const find = (model = '') => byName.get(model) ?? first;
  return {
    provider: first.provider,
    get isBusy() {
      return first.isBusy ?? false;
    },
    transcribe: (pcm, options = {}) => find(options.model).transcribe(pcm, options),
    glance: async (pcm, options = {}) => (await find(options.model).glance?.(pcm, options)) ?? null,
    async close() {
      await Promise.all([builtIn, ...installed].map((one) => one.close()));
    },
  };
}

const OPUS_SAMPLE_RATES = [8_000, 12_000, 16_000, 24_000, 48_000] as const;
export type OpusSampleRate = (typeof OPUS_SAMPLE_RATES)[number];

/** @throws RangeError for a sample rate that Opus does not have. */
export function assertOpusSampleRate(rate: number): asserts rate is OpusSampleRate {
  if (OPUS_SAMPLE_RATES.some((known) => known === rate)) return;
  throw new RangeError(`sampleRate must be one of ${OPUS_SAMPLE_RATES.join(', ')}.`);
}

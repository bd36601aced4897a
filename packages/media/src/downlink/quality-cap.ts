/** Loss above which a receiver is sent less. */
const MUCH_LOSS = 0.1;
/** An estimate falls when packets queue up, and counts for so long. */
const FALL_AGE = 1_500;
const FALL = 0.97;
const FIRST_HOLD = 8_000;
const LONGEST_HOLD = 60_000;
const MAX_LAYER = 2;

/**
 * How good an encoding one receiver can take: a step down when what is sent does not fit, a try
 * upwards after a while, and longer waits after tries that failed.
 */
export interface QualityCap {
  readonly layer: number;
  noteEstimate(bitrate: number, now: number): void;
  noteLoss(fraction: number): void;
  /** From time to time, with the rate sent since the last review. True when `layer` changed. */
  review(bitsPerSecond: number, now: number): boolean;
}

export function createQualityCap(): QualityCap {
  let layer = MAX_LAYER;
  let estimate = Number.POSITIVE_INFINITY;
  let fellAt = Number.NEGATIVE_INFINITY;
  let loss = 0;
  let lossyReviews = 0;
  let hold = FIRST_HOLD;
  let changedAt = Number.NEGATIVE_INFINITY;
  let steppedUp = false;

  return {
    get layer() {
      return layer;
    },
    noteEstimate(bitrate, now) {
      // A low one alone says nothing: it grows slowly behind what is sent.
      if (bitrate < estimate * FALL) fellAt = now;
      estimate = bitrate;
    },
    noteLoss(fraction) {
      loss = Math.max(loss, fraction);
    },
    review(bitsPerSecond, now) {
      const crowded = now - fellAt < FALL_AGE && estimate < bitsPerSecond * 0.9;
      lossyReviews = loss > MUCH_LOSS ? lossyReviews + 1 : 0;
      const bad = crowded || lossyReviews > 0;
      loss = 0;
      if ((crowded || lossyReviews > 1) && layer > 0) {
        hold = steppedUp ? Math.min(LONGEST_HOLD, hold * 2) : hold;
        steppedUp = false;
        layer--;
        lossyReviews = 0;
        fellAt = Number.NEGATIVE_INFINITY;
        changedAt = now;
        return true;
      }
      if (bad) changedAt = Math.max(changedAt, now - hold / 2);
      if (layer === MAX_LAYER) {
        if (now - changedAt > LONGEST_HOLD) hold = FIRST_HOLD;
        return false;
      }
      if (bad || now - changedAt < hold) return false;
      layer++;
      steppedUp = true;
      changedAt = now;
      return true;
    },
  };
}

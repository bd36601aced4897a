/** Fraction of lost packets above which a receiver gets a lower layer. */
const LOSS_THRESHOLD = 0.1;
/** How long a drop of the bandwidth estimate counts as congestion, ms. */
const DROP_WINDOW = 1_500;
/** An estimate below this part of the previous one is a drop. */
const DROP_FACTOR = 0.97;
/** How long to wait before trying a higher layer, ms; doubled after each failed try. */
const MIN_HOLD = 8_000;
const MAX_HOLD = 60_000;
const MAX_LAYER = 2;

/**
 * The highest simulcast layer one receiver can take: a step down on congestion, a step up after a
 * while, and longer waits after failed steps up.
 */
export interface QualityCap {
  readonly layer: number;
  noteEstimate(bitrate: number, now: number): void;
  noteLoss(fraction: number): void;
  /** Call regularly with the bitrate sent since the last review. True when `layer` changed. */
  review(bitsPerSecond: number, now: number): boolean;
}

export function createQualityCap(): QualityCap {
  let layer = MAX_LAYER;
  let estimate = Number.POSITIVE_INFINITY;
  let droppedAt = Number.NEGATIVE_INFINITY;
  let loss = 0;
  let lossyReviews = 0;
  let hold = MIN_HOLD;
  let changedAt = Number.NEGATIVE_INFINITY;
  let steppedUp = false;

  return {
    get layer() {
      return layer;
    },
    noteEstimate(bitrate, now) {
      // A low estimate alone means nothing: it grows slowly behind what is sent.
      if (bitrate < estimate * DROP_FACTOR) droppedAt = now;
      estimate = bitrate;
    },
    noteLoss(fraction) {
      loss = Math.max(loss, fraction);
    },
    review(bitsPerSecond, now) {
      const congested = now - droppedAt < DROP_WINDOW && estimate < bitsPerSecond * 0.9;
      lossyReviews = loss > LOSS_THRESHOLD ? lossyReviews + 1 : 0;
      const bad = congested || lossyReviews > 0;
      loss = 0;
      if ((congested || lossyReviews > 1) && layer > 0) {
        hold = steppedUp ? Math.min(MAX_HOLD, hold * 2) : hold;
        steppedUp = false;
        layer--;
        lossyReviews = 0;
        droppedAt = Number.NEGATIVE_INFINITY;
        changedAt = now;
        return true;
      }
      if (bad) changedAt = Math.max(changedAt, now - hold / 2);
      if (layer === MAX_LAYER) {
        if (now - changedAt > MAX_HOLD) hold = MIN_HOLD;
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

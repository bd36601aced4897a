import type { ReceptionBlock } from '../rtp/write-rtcp.ts';

/** Loss and jitter of one stream, for receiver reports (RFC 3550, appendix A). */
export interface Reception {
  note(sequence: number, timestamp: number, now: number): void;
  noteSenderReport(ntpMiddle: number, now: number): void;
  /** Null when nothing arrived since the last report. */
  report(now: number): ReceptionBlock | null;
}

export function createReception(ssrc: number, clockRate: number): Reception {
  let first: number | null = null;
  let highest = 0;
  let received = 0;
  let jitter = 0;
  let transit: number | null = null;
  let expectedBefore = 0;
  let receivedBefore = 0;
  let lastReport = 0;
  let lastReportAt = 0;

  return {
    note(sequence, timestamp, now) {
      first ??= highest = sequence;
      const ahead = ((sequence - highest) << 16) >> 16;
      if (ahead > 0) highest += ahead;
      received++;
      const here = Math.round((now * clockRate) / 1_000) - timestamp;
      if (transit !== null) jitter += (Math.abs((here - transit) | 0) - jitter) / 16;
      transit = here;
    },
    noteSenderReport(ntpMiddle, now) {
      lastReport = ntpMiddle;
      lastReportAt = now;
    },
    report(now) {
      if (first === null || received === receivedBefore) return null;
      const expected = highest - first + 1;
      const due = expected - expectedBefore;
      const missing = due - (received - receivedBefore);
      expectedBefore = expected;
      receivedBefore = received;
      return {
        ssrc,
        fractionLost:
          due <= 0 || missing <= 0 ? 0 : Math.min(255, Math.floor((missing * 256) / due)),
        lost: expected - received,
        highest,
        jitter,
        lastReport,
        delay: lastReport === 0 ? 0 : ((now - lastReportAt) * 65_536) / 1_000,
      };
    },
  };
}

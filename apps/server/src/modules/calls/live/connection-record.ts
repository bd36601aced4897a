import type { EndReason } from '@kindling/protocol';
import type { Logger } from 'pino';
import { browserName } from '../../../platform/requests/visitors/browser-name.ts';
import type { LogEntry } from '../../logs/log-port.ts';
import { countCandidates } from './candidate-kinds.ts';

export interface ConnectionRecordOptions {
  readonly callId: string;
  readonly now: () => number;
  readonly log: Pick<Logger, 'warn'>;
  /** Writes a line of the call's own log. */
  readonly writeLine: (line: Pick<LogEntry, 'message' | 'level' | 'body'>) => void;
}

/** Whether a call's visitor was ever connected, and what is known of one who was not. */
export interface ConnectionRecord {
  handleOffer(sdp: string, userAgent: string): void;
  handleConnected(): void;
  /** Why the call ends: nobody hung up, and nobody was lost, where nothing was ever connected. */
  explain(reason: EndReason): EndReason;
}

/** What the end of a call looks like from here when its media never connected. */
const APPARENT: ReadonlySet<EndReason> = new Set<EndReason>([
  'customer-ended-call',
  'kindling.connection-lost',
  'kindling.never-joined',
]);

export function createConnectionRecord(options: ConnectionRecordOptions): ConnectionRecord {
  let offer: { readonly sdp: string; readonly userAgent: string; readonly at: number } | null =
    null;
  let connected = false;

  function tell(sdp: string, userAgent: string, seconds: number): void {
    const browser = browserName(userAgent);
    const candidates = countCandidates(sdp);
    const { host, mdns, srflx, relay, tcp } = candidates;
    const kinds = `${host} host (${mdns} of them mDNS), ${srflx} srflx, ${relay} relay; ${tcp} over TCP`;
    options.writeLine({
      message: `The media never connected within ${seconds} s: ${browser} offered ${kinds}.`,
      level: 'WARN',
      body: { browser, candidates, seconds },
    });
    const fields = { callId: options.callId, browser, candidates, seconds };
    options.log.warn(fields, 'call never connected');
  }

  return {
    handleOffer(sdp, userAgent) {
      offer = { sdp, userAgent, at: options.now() };
    },
    handleConnected() {
      connected = true;
    },
    explain(reason) {
      if (offer === null || connected || !APPARENT.has(reason)) return reason;
      tell(offer.sdp, offer.userAgent, Math.round((options.now() - offer.at) / 1_000));
      offer = null;
      return 'kindling.media-never-connected';
    },
  };
}

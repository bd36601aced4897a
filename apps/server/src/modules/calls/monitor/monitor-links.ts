import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { AssistantCreate, CallMonitor } from '@kindling/protocol';

/** What a link lets its bearer do. */
export type MonitorKind = 'listen' | 'control';

export interface LinkedCall {
  readonly callId: string;
  readonly plan: AssistantCreate['monitorPlan'];
  /** Where this server is reached. */
  readonly baseUrl: string;
}

/** Addresses to listen to a call and to steer it by, which carry their own permission. */
export interface MonitorLinks {
  /** Undefined: its plan allows neither. */
  make(call: LinkedCall): CallMonitor | undefined;
  /** Whether a key that came with such an address is for this call, and has not expired. */
  isValid(key: string, link: { readonly callId: string; readonly kind: MonitorKind }): boolean;
}

/** How long a link is valid, seconds; reading the call again gives a new one. */
const GOOD_FOR = 3_600;

/** `secret`: the server's own; what signs links is derived from it. */
export function createMonitorLinks(secret: Buffer, now: () => number): MonitorLinks {
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'kindling monitor links', 32));
  const sign = (callId: string, kind: MonitorKind, expires: number) =>
    createHmac('sha256', key)
      .update(JSON.stringify([callId, kind, expires]))
      .digest('base64url');

  function address({ callId, baseUrl }: LinkedCall, kind: MonitorKind): string {
    const expires = Math.floor(now() / 1_000) + GOOD_FOR;
    return `${baseUrl}/call/${callId}/${kind}/${expires}.${sign(callId, kind, expires)}`;
  }

  return {
    make(call) {
      const { listenEnabled, controlEnabled } = call.plan ?? {};
      if (listenEnabled !== true && controlEnabled !== true) return undefined;
      return {
        ...(listenEnabled && { listenUrl: address(call, 'listen').replace(/^http/, 'ws') }),
        ...(controlEnabled && { controlUrl: address(call, 'control') }),
      };
    },
    isValid(given, { callId, kind }) {
      const [, seconds, signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(given) ?? [];
      if (seconds === undefined || Number(seconds) * 1_000 <= now()) return false;
      const expected = sign(callId, kind, Number(seconds));
      return timingSafeEqual(Buffer.from(signature), Buffer.from(expected));
    },
  };
}

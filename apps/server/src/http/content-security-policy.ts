import type { Config } from '../config.ts';
import { hostedScheduler } from '../scheduling/hosted-scheduler.ts';
import { isBookingPage } from '../scheduling/pages.ts';

export type PolicyConfig = Pick<Config, 'hostedLeads' | 'scheduling'>;

/** The policy of a path: as strict as can be, plus what the configuration needs from other origins. */
export function createContentSecurityPolicy(config: PolicyConfig): (path: string) => string {
  const common = directives(config);
  const framers = ["'self'", ...config.scheduling.embedOrigins].join(' ');
  const elsewhere = `${common}; frame-ancestors 'none'`;
  const bookingPages = `${common}; frame-ancestors ${framers}`;
  return (path) => (isBookingPage(path) ? bookingPages : elsewhere);
}

function directives({ hostedLeads, scheduling }: PolicyConfig): string {
  const hosted = scheduling.hostedUrl === null ? null : hostedScheduler(scheduling.hostedUrl);
  const leads = hostedLeads === null ? [] : [new URL(hostedLeads.url).origin];
  return [
    "default-src 'none'",
    // WebAssembly for sound in the page; no eval and no inline script.
    ["script-src 'self' 'wasm-unsafe-eval'", ...(hosted?.scriptOrigins ?? [])].join(' '),
    ["style-src 'self'", ...(hosted?.styleOrigins ?? [])].join(' '),
    "img-src 'self' data:",
    "font-src 'self'",
    ["connect-src 'self'", ...leads].join(' '),
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    ["frame-src 'self'", ...(hosted?.frameOrigins ?? [])].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

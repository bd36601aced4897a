import type { Config } from '../config.ts';
import { isRoomPage } from '../rooms/page.ts';
import { hostedScheduler } from '../scheduling/hosted-scheduler.ts';
import { isBookingPage } from '../scheduling/pages.ts';

export type PolicyConfig = Pick<Config, 'hostedLeads' | 'scheduling'>;

/** The policy of a path: as strict as can be, plus what the configuration needs from other origins. */
export function createContentSecurityPolicy(config: PolicyConfig): (path: string) => string {
  const common = directives(config);
  const { embedOrigins } = config.scheduling;
  const framers = ["'self'", ...embedOrigins].join(' ');
  const elsewhere = `${common}; frame-ancestors 'none'`;
  const bookingPages = `${common}; frame-ancestors ${framers}`;
  const roomPages = `${directives(config, { ...ROOM_SOURCES, embedOrigins })}; frame-ancestors ${framers}`;
  return (path) => {
    if (isRoomPage(path)) return roomPages;
    return isBookingPage(path) ? bookingPages : elsewhere;
  };
}

interface MoreSources {
  /** Their pictures and style sheets may be shown: icons and looks of who embeds the page. */
  readonly embedOrigins: readonly string[];
  readonly frames: readonly string[];
}

const NO_MORE: MoreSources = { embedOrigins: [], frames: [] };
/** Integrations are pages of anybody's, sandboxed, which the embedding page or the host chose. */
const ROOM_SOURCES = { frames: ['https:'] } as const;

function directives({ hostedLeads, scheduling }: PolicyConfig, more = NO_MORE): string {
  const hosted = scheduling.hostedUrl === null ? null : hostedScheduler(scheduling.hostedUrl);
  const leads = hostedLeads === null ? [] : [new URL(hostedLeads.url).origin];
  return [
    "default-src 'none'",
    // WebAssembly for sound in the page; no eval and no inline script.
    ["script-src 'self' 'wasm-unsafe-eval'", ...(hosted?.scriptOrigins ?? [])].join(' '),
    ["style-src 'self'", ...(hosted?.styleOrigins ?? []), ...more.embedOrigins].join(' '),
    ["img-src 'self' data:", ...more.embedOrigins].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...leads].join(' '),
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    ["frame-src 'self'", ...(hosted?.frameOrigins ?? []), ...more.frames].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

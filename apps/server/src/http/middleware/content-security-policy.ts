import { hostedScheduler } from '../../modules/scheduling/hosted-scheduler.ts';
import { isBookingPage } from '../../modules/scheduling/pages.ts';
import type { Config } from '../../platform/config/config.ts';
import type { LivekitMeetings } from '../../platform/config/livekit-config.ts';
import { isRoomPage } from '../pages/room/page.ts';

export interface PolicyConfig
  extends Pick<Config, 'hostedLeads' | 'scheduling' | 'roomContentOrigins'> {
  readonly media: Pick<Config['media'], 'livekitMeetings'>;
}

/** The policy of a path: as strict as can be, plus what the configuration needs from other origins. */
export function createContentSecurityPolicy(config: PolicyConfig): (path: string) => string {
  const common = directives(config);
  const { embedOrigins } = config.scheduling;
  const framers = ["'self'", ...embedOrigins].join(' ');
  const elsewhere = `${common}; frame-ancestors 'none'`;
  const bookingPages = `${common}; frame-ancestors ${framers}`;
  const { roomContentOrigins } = config;
  const room = {
    looks: [...embedOrigins, ...roomContentOrigins],
    frames: ['https:', ...roomContentOrigins.filter((origin) => origin.startsWith('http:'))],
    servers: livekitOrigins(config.media.livekitMeetings),
  };
  const roomPages = `${directives(config, room)}; frame-ancestors ${framers}`;
  return (path) => {
    if (isRoomPage(path)) return roomPages;
    return isBookingPage(path) ? bookingPages : elsewhere;
  };
}

interface MoreSources {
  /** Their pictures and style sheets may be shown: icons and looks of who embeds the page. */
  readonly looks: readonly string[];
  /** Integrations are pages of anybody's, sandboxed, which the embedding page or the host chose. */
  readonly frames: readonly string[];
  /** What the page connects to beside this server. */
  readonly servers: readonly string[];
}

const NO_MORE: MoreSources = { looks: [], frames: [], servers: [] };

/** Its client asks by HTTP why a WebSocket was refused. */
function livekitOrigins(meetings: LivekitMeetings | null): readonly string[] {
  if (meetings === null) return [];
  const { host, protocol } = new URL(meetings.publicUrl);
  const secure = /^(?:wss|https):$/.test(protocol) ? 's' : '';
  return [`ws${secure}://${host}`, `http${secure}://${host}`];
}

function directives({ hostedLeads, scheduling }: PolicyConfig, more = NO_MORE): string {
  const hosted = scheduling.hostedUrl === null ? null : hostedScheduler(scheduling.hostedUrl);
  const leads = hostedLeads === null ? [] : [new URL(hostedLeads.url).origin];
  return [
    "default-src 'none'",
    // WebAssembly for sound in the page; no eval and no inline script.
    ["script-src 'self' 'wasm-unsafe-eval'", ...(hosted?.scriptOrigins ?? [])].join(' '),
    ["style-src 'self'", ...(hosted?.styleOrigins ?? []), ...more.looks].join(' '),
    ["img-src 'self' data:", ...more.looks].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...leads, ...more.servers].join(' '),
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    ["frame-src 'self'", ...(hosted?.frameOrigins ?? []), ...more.frames].join(' '),
    "form-action 'self'",
    "base-uri 'none'",
    "object-src 'none'",
  ].join('; ');
}

import { schedulingPaths } from '@kindling/protocol/scheduling';

/** What a page needs to embed a hosted booking page. */
export interface HostedScheduler {
  /** Script that puts `initInlineWidget` on `window.Calendly`. */
  readonly scriptUrl: string;
  readonly scriptOrigins: readonly string[];
  readonly styleOrigins: readonly string[];
  readonly frameOrigins: readonly string[];
}

const CALENDLY_ASSETS = 'https://assets.calendly.com';

/** Calendly brings its own widget; any other page, Cal.com's among them, is framed by ours. */
export function hostedScheduler(url: string): HostedScheduler {
  const { hostname, origin } = new URL(url);
  if (hostname === 'calendly.com' || hostname.endsWith('.calendly.com')) {
    return {
      scriptUrl: `${CALENDLY_ASSETS}/assets/external/widget.js`,
      scriptOrigins: [CALENDLY_ASSETS],
      styleOrigins: [CALENDLY_ASSETS],
      frameOrigins: [...new Set([origin, 'https://calendly.com'])],
    };
  }
  return {
    scriptUrl: schedulingPaths.widget,
    scriptOrigins: [],
    styleOrigins: [],
    frameOrigins: [origin],
  };
}

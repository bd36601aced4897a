import { Hono } from 'hono';
import { ApiError } from '../../../platform/errors/api-error.ts';
import type { AppEnv } from '../../../platform/requests/app-env.ts';
import { readJson } from '../../../platform/requests/bodies/read-json.ts';
import type { LiveCalls } from '../live/live-calls.ts';
import { controlMessageSchema } from './control-message.ts';
import type { MonitorLinks } from './monitor-links.ts';

/** POST to a call's `controlUrl`: speaks, adds a message, mutes or ends it. */
export function controlRoute(
  links: Pick<MonitorLinks, 'isValid'>,
  live: Pick<LiveCalls, 'find'>,
): Hono<AppEnv> {
  return new Hono<AppEnv>().post('/call/:id/control/:key', async (c) => {
    const { id: callId, key } = c.req.param();
    const call = links.isValid(key, { callId, kind: 'control' }) ? live.find(callId) : null;
    if (call === null)
      throw new ApiError('not_found', 'This address has expired, or its call is over.');
    const message = await readJson(c, controlMessageSchema);
    const refusal = call.control(message);
    if (refusal !== null) throw new ApiError(refusal.code, refusal.message);
    return c.json({ ok: true }, 200, { 'Cache-Control': 'no-store' });
  });
}

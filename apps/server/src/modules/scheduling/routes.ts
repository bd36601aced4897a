import {
  bookingCancelSchema,
  bookingCreateSchema,
  bookingListQuerySchema,
  bookingRescheduleSchema,
  idempotencyKeySchema,
  schedulingPaths,
  slotsQuerySchema,
} from '@kindling/protocol/scheduling';
import { Hono, type MiddlewareHandler } from 'hono';
import { z } from 'zod';
import { ApiError } from '../../platform/errors/api-error.ts';
import type { AppContext, AppEnv } from '../../platform/requests/app-env.ts';
import { parseWith, readJson } from '../../platform/requests/bodies/read-json.ts';
import type { AuthenticateOperator } from '../tokens/site-org.ts';
import { readSlots } from './availability.ts';
import { badRequest } from './bad-request.ts';
import { toEventType } from './booking-answers.ts';
import { createBooking } from './create-booking.ts';
import { readBookingList } from './list-bookings.ts';
import {
  type BookingAccess,
  cancelBooking,
  readBooking,
  readCalendar,
  rescheduleBooking,
} from './manage-booking.ts';
import type { SchedulingContext } from './scheduling-context.ts';
import { daysBetween } from './slots/local-time.ts';

const MAX_SLOT_DAYS = 62;

export interface SchedulingRoutesOptions {
  readonly scheduling: SchedulingContext;
  /** For the operator's list; everything else needs no key. */
  readonly authenticate: AuthenticateOperator;
  readonly limitReads: MiddlewareHandler<AppEnv>;
  readonly limitForms: MiddlewareHandler<AppEnv>;
}

/** The scheduling service. Reading never changes anything; what changes something is a POST. */
export function schedulingRoutes(options: SchedulingRoutesOptions): Hono<AppEnv> {
  const { scheduling: context, limitReads, limitForms } = options;
  const paths = schedulingPaths;
  const app = new Hono<AppEnv>();
  app.use('/scheduling/api/*', (c, next) =>
    c.req.method === 'POST' ? limitForms(c, next) : limitReads(c, next),
  );
  app.get(paths.eventType, (c) => answer(c, toEventType(context.schedule, context.clock.now())));
  app.get(paths.slots, (c) => answerSlots(c, context));
  app.post(paths.bookings, (c) => answerCreate(c, context));
  app.get(paths.bookings, async (c) => {
    await options.authenticate(c);
    const query = parseWith(bookingListQuerySchema, c.req.query(), 'query');
    return answer(c, await readBookingList(context, query));
  });
  app.get(paths.booking(':id'), async (c) => answer(c, await readBooking(context, readAccess(c))));
  app.post(paths.reschedule(':id'), (c) => answerReschedule(c, context));
  app.post(paths.cancel(':id'), (c) => answerCancel(c, context));
  app.get(paths.calendar(':id'), (c) => answerCalendar(c, context));
  rejectOtherMethods(app);
  return app;
}

async function answerSlots(c: AppContext, context: SchedulingContext): Promise<Response> {
  const range = parseWith(slotsQuerySchema, c.req.query(), 'query');
  const days = daysBetween(range.from, range.to) + 1;
  if (days < 1) throw badRequest('to', 'must not lie before from.');
  if (days > MAX_SLOT_DAYS) throw badRequest('to', `may span at most ${MAX_SLOT_DAYS} days.`);
  return answer(c, await readSlots(context, range));
}

async function answerCreate(c: AppContext, context: SchedulingContext): Promise<Response> {
  const key = idempotencyKeySchema.safeParse(c.req.header('idempotency-key'));
  if (!key.success) {
    throw badRequest('Idempotency-Key', 'must be a header of 16 to 128 letters, digits, - or _.');
  }
  const request = await readJson(c, bookingCreateSchema);
  const options = { idempotencyKey: key.data, baseUrl: c.get('baseUrl') };
  const created = await createBooking(context, request, options);
  const { id, startsAt } = created.answer;
  if (created.isNew) c.get('log').info({ bookingId: id, startsAt }, 'booking created');
  c.header('Location', schedulingPaths.booking(id));
  return answer(c, created.answer, 201);
}

async function answerReschedule(c: AppContext, context: SchedulingContext): Promise<Response> {
  const access = readAccess(c);
  const request = await readJson(c, bookingRescheduleSchema);
  const { answer: booking, isChanged } = await rescheduleBooking(context, access, request);
  if (isChanged) {
    c.get('log').info({ bookingId: booking.id, startsAt: booking.startsAt }, 'booking moved');
  }
  return answer(c, booking);
}

async function answerCancel(c: AppContext, context: SchedulingContext): Promise<Response> {
  const access = readAccess(c);
  const { reason } = await readJson(c, bookingCancelSchema);
  const { answer: booking, isChanged } = await cancelBooking(context, access, reason);
  if (isChanged) c.get('log').info({ bookingId: booking.id }, 'booking cancelled');
  return answer(c, booking);
}

async function answerCalendar(c: AppContext, context: SchedulingContext): Promise<Response> {
  const { method, content } = await readCalendar(context, readAccess(c));
  return c.body(content, 200, {
    'Content-Type': `text/calendar; charset=utf-8; method=${method}`,
    'Content-Disposition': 'attachment; filename="demo-call.ics"',
    'Cache-Control': 'no-store',
  });
}

function answer(c: AppContext, body: object, status: 200 | 201 = 200): Response {
  return c.body(JSON.stringify(body), status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Cache-Control': 'no-store',
  });
}

function readAccess(c: AppContext): BookingAccess {
  const token = /^Bearer +([\w-]{1,200}) *$/i.exec(c.req.header('authorization') ?? '')?.[1];
  if (token === undefined) {
    throw new ApiError(
      'unauthenticated',
      'Send the secret of this booking in the header Authorization: Bearer <secret>.',
      { headers: { 'WWW-Authenticate': 'Bearer' } },
    );
  }
  const id = z.uuid().safeParse(c.req.param('id'));
  // The nil id is nobody's: what is no id at all is answered like an id that is unknown.
  const nobody = '00000000-0000-0000-0000-000000000000';
  return { id: id.success ? id.data : nobody, token, baseUrl: c.get('baseUrl') };
}

function rejectOtherMethods(app: Hono<AppEnv>): void {
  const allowed = {
    [schedulingPaths.eventType]: 'GET, HEAD',
    [schedulingPaths.slots]: 'GET, HEAD',
    [schedulingPaths.bookings]: 'GET, HEAD, POST',
    [schedulingPaths.booking(':id')]: 'GET, HEAD',
    [schedulingPaths.reschedule(':id')]: 'POST',
    [schedulingPaths.cancel(':id')]: 'POST',
    [schedulingPaths.calendar(':id')]: 'GET, HEAD',
  };
  for (const [path, methods] of Object.entries(allowed)) {
    app.all(path, (c) => {
      throw new ApiError('method_not_allowed', `${c.req.path} takes ${methods}.`, {
        headers: { Allow: methods },
      });
    });
  }
  app.all('/scheduling/api/*', (c) => {
    const what = `${c.req.method} ${c.req.path.slice(0, 200)}`;
    throw new ApiError('not_found', `There is nothing at ${what}.`);
  });
}

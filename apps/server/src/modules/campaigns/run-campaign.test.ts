import { randomUUID } from 'node:crypto';
import type { Campaign } from '@kindling/protocol';
import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { describeOnBothDatabases } from '../../../testing/databases/describe-databases.ts';
import { createManualClock } from '../../../testing/server/manual-clock.ts';
import { campaignCallTable } from '../../platform/database/platform-tables.ts';
import { callTable } from '../../platform/database/schema.ts';
import { createJobs } from '../../platform/jobs/create-jobs.ts';
import { addCustomers } from './campaign-calls.ts';
import { createCampaignStore } from './campaign-store.ts';
import type { CallOrder } from './place-call.ts';
import { CAMPAIGN_RUN, createRunCampaign, scheduleRun } from './run-campaign.ts';

describeOnBothDatabases('calls of campaigns', (server, database) => {
  /** A campaign on a server with a telephone exchange that a test works by hand. */
  async function open(
    customers: number,
    plan: { latestAt?: string } = {},
    { unreachable = '', placing = 0 } = {},
  ) {
    const { db } = database();
    const { orgId } = server();
    const clock = createManualClock();
    const jobs = createJobs({ db, clock, log: pino({ level: 'silent' }) });
    const campaigns = createCampaignStore(db);
    const placed: CallOrder[] = [];
    const run = createRunCampaign({
      db,
      jobs,
      clock,
      campaigns,
      async placeCall(order) {
        clock.advance(placing);
        if (order.customer.number === unreachable) throw new Error('Not reachable.');
        placed.push(order);
        const now = new Date(clock.now());
        await db.insert(callTable).values({
          id: order.callId,
          orgId,
          campaignId: order.campaignId,
          type: 'outboundPhoneCall',
          status: 'queued',
          createdAt: now,
          updatedAt: now,
        });
      },
    });
    jobs.handle(CAMPAIGN_RUN, run);
    const earliestAt = new Date(clock.now()).toISOString();
    const campaign = await campaigns.plans.create(
      orgId,
      {
        name: 'Open day',
        assistantId: server().assistantId,
        phoneNumberId: randomUUID(),
        schedulePlan: { earliestAt, ...plan },
      },
      { status: 'scheduled' },
    );
    const numbers = Array.from({ length: customers }, (_, index) => ({
      number: `+1415555${1_000 + index}`,
    }));
    await addCustomers(db, campaign.id, numbers, new Date(clock.now()));
    await scheduleRun(jobs, db, campaign, new Date(clock.now()));
    jobs.start();
    await jobs.settled();
    const read = (): Promise<Campaign> => campaigns.get(orgId, campaign.id);
    const change = (order: CallOrder | undefined, set: Partial<typeof callTable.$inferInsert>) =>
      db
        .update(callTable)
        .set(set)
        .where(eq(callTable.id, order?.callId ?? ''));
    const end = (order: CallOrder | undefined, endedReason = 'customer-ended-call') =>
      change(order, {
        status: 'ended',
        endedAt: new Date(clock.now()),
        endedReason: endedReason as 'customer-ended-call',
      });
    const pass = async (ms = 5_001) => {
      clock.advance(ms);
      await jobs.settled();
    };
    return { db, campaign, campaigns, jobs, clock, placed, read, change, end, pass };
  }

  it('follows every call to its end', async () => {
    const { placed, read, change, end, pass } = await open(2);
    expect(placed.map(({ customer }) => customer.number)).toEqual(['+14155551000', '+14155551001']);
    expect(await read()).toMatchObject({ status: 'in-progress', callsCounterQueued: 2 });
    await change(placed[0], { status: 'in-progress' });
    expect(await read()).toMatchObject({ callsCounterQueued: 1, callsCounterInProgress: 1 });
    await end(placed[0]);
    await end(placed[1], 'voicemail');
    await pass();
    expect(await read()).toMatchObject({
      status: 'ended',
      endedReason: 'campaign.ended.success',
      callsCounterEnded: 2,
      callsCounterEndedVoicemail: 1,
      callsCounterQueued: 0,
    });
  });

  it('keeps what came of a call that is deleted', async () => {
    const { db, campaign, placed, read, end, pass } = await open(1);
    await end(placed[0]);
    await pass();
    await db.delete(callTable).where(eq(callTable.campaignId, campaign.id));
    expect(await read()).toMatchObject({ callsCounterEnded: 1 });
  });

  it('calls ten at once, and the next when one ends', async () => {
    const { placed, end, pass } = await open(12);
    expect(placed).toHaveLength(10);
    await pass();
    expect(placed).toHaveLength(10);
    await end(placed[3]);
    await pass();
    expect(placed).toHaveLength(11);
  });

  it('goes on after one that could not be placed', async () => {
    const { placed, read } = await open(2, {}, { unreachable: '+14155551000' });
    expect(placed.map(({ customer }) => customer.number)).toEqual(['+14155551001']);
    const campaign = await read();
    expect(campaign).toMatchObject({ callsCounterFailed: 1, callsCounterQueued: 1 });
    expect(Object.values(campaign.calls)[0]?.reason).toBe('Not reachable.');
  });

  it('calls nobody after its end', async () => {
    const { campaign, campaigns, placed, end, pass, read } = await open(12);
    await campaigns.move(campaign.id, 'ended', 'campaign.in-progress.ended-by-user');
    for (const order of placed) await end(order);
    await pass();
    expect(placed).toHaveLength(10);
    // What is still under way is followed when it is read.
    expect((await read()).callsCounterEnded).toBe(10);
  });

  it('stops when its time is over and lets the calls under way finish', async () => {
    const latestAt = new Date(createManualClock().now() + 60_000).toISOString();
    const { placed, read, end, pass } = await open(12, { latestAt });
    await pass(60_000);
    expect(await read()).toMatchObject({ status: 'in-progress', callsCounterCancelled: 2 });
    for (const order of placed) await end(order);
    await pass();
    expect(await read()).toMatchObject({
      status: 'ended',
      endedReason: 'kindling.campaign.time-over',
      callsCounterEnded: 10,
    });
  });

  it('stops in the middle when its time is over: end-while-placing', async () => {
    const latestAt = new Date(createManualClock().now() + 1_000).toISOString();
    const { placed, read } = await open(5, { latestAt }, { placing: 400 });
    expect(placed).toHaveLength(3);
    expect(await read()).toMatchObject({ callsCounterQueued: 3, callsCounterCancelled: 2 });
  });

  it('never calls anybody twice after a crash: crash-while-placing', async () => {
    const { db, campaign, placed, read, end, pass } = await open(2);
    await end(placed[0]);
    // As a process leaves it that dies between taking the customer and the exchange's answer.
    await db.delete(callTable).where(eq(callTable.id, placed[1]?.callId ?? ''));
    await pass();
    expect(await read()).toMatchObject({ status: 'in-progress', callsCounterQueued: 1 });
    await pass(120_000);
    expect(placed).toHaveLength(2);
    expect(await read()).toMatchObject({ status: 'ended', callsCounterFailed: 1 });
    const [row] = await db
      .select()
      .from(campaignCallTable)
      .where(eq(campaignCallTable.callId, placed[1]?.callId ?? ''));
    expect([row?.campaignId, row?.status]).toEqual([campaign.id, 'failed']);
  });
});

import { schedulingPaths } from '@kindling/protocol/scheduling';
import { expect, it } from 'vitest';
import { bookFirst, bookingEnvironment, chooseFirstDay, freeSlots } from './support/booking.ts';
import { useSite } from './support/use-site.ts';

const site = useSite({ env: bookingEnvironment() });

async function bookedPage(index: number) {
  const { page, faults } = await site.open(schedulingPaths.demoPage, {
    timezoneId: 'Europe/London',
  });
  const link = await bookFirst(page, index);
  return { page, faults, link };
}

it('shows the booking and changes nothing by being opened', async () => {
  const { page, link, faults } = await bookedPage(0);
  const before = await freeSlots(site.url);
  const methods: string[] = [];
  page.on('request', (request) => methods.push(request.method()));
  await page.goto(link);
  await page.getByRole('heading', { name: 'Your call is booked.' }).waitFor();
  const words = await page.locator('.pane').textContent();
  for (const part of ['Ada Lovelace', 'ada@school.example', 'Hill School', 'London time']) {
    expect(words).toContain(part);
  }
  expect(new Set(methods)).toEqual(new Set(['GET']));
  expect(await freeSlots(site.url)).toEqual(before);
  expect(faults).toEqual([]);
});

it('moves the call and keeps its details', async () => {
  const { page, link } = await bookedPage(1);
  await page.goto(link);
  const before = await page.locator('.when').textContent();
  await page.getByRole('button', { name: 'Change the time' }).click();
  await chooseFirstDay(page);
  await page.locator('.time').last().click();
  await page.getByRole('heading', { name: 'Move your call to this time?' }).waitFor();
  const chosen = await page.locator('.when').textContent();
  expect(chosen).not.toBe(before);
  await page.getByRole('button', { name: 'Move the call' }).click();
  const done = page.getByRole('heading', { name: 'Your call has been moved.' });
  await done.waitFor();
  expect(await done.evaluate((heading) => heading === document.activeElement)).toBe(true);
  expect(await page.locator('.when').textContent()).toBe(chosen);
  await page.reload();
  await page.getByRole('heading', { name: 'Your call is booked.' }).waitFor();
  expect(await page.locator('.when').textContent()).toBe(chosen);
  expect(await page.locator('.pane').textContent()).toContain('Hill School');
});

it('cancels after asking once, with a reason', async () => {
  const { page, link } = await bookedPage(2);
  const before = (await freeSlots(site.url)).length;
  await page.goto(link);
  await page.getByRole('button', { name: 'Cancel the call' }).click();
  await page.getByRole('heading', { name: 'Cancel this call?' }).waitFor();
  expect((await freeSlots(site.url)).length).toBe(before);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Cancel the call' }).click();
  await page.getByLabel('Would you tell us why?').fill('Snow day');
  await page.getByRole('button', { name: 'Yes, cancel the call' }).click();
  await page.getByRole('heading', { name: 'This call is cancelled.' }).waitFor();
  expect((await freeSlots(site.url)).length).toBe(before + 1);
  await page.reload();
  await page.getByRole('heading', { name: 'This call is cancelled.' }).waitFor();
  expect(await page.locator('.pane').textContent()).toContain('Snow day');
  expect(await page.getByRole('button', { name: 'Change the time' }).count()).toBe(0);
});

it('opens nothing without the right secret', async () => {
  const { page, link } = await bookedPage(0);
  const wrong = `${link.slice(0, -4)}${link.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  for (const url of [
    wrong,
    link.split('#')[0] ?? '',
    link.replace(/booking\/\w{8}/, 'booking/00000000'),
  ]) {
    await page.goto('about:blank');
    await page.goto(url);
    await page.getByRole('heading', { name: 'This link does not open a booking.' }).waitFor();
    expect(await page.locator('body').textContent()).not.toContain('Ada');
  }
});

it('tries again when the booking did not come', async () => {
  const { page, link } = await bookedPage(0);
  await page.route('**/scheduling/api/bookings/*', (route) => route.abort());
  await page.goto(link);
  await page.getByText('We could not reach the server.').waitFor();
  await page.unroute('**/scheduling/api/bookings/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Your call is booked.' }).waitFor();
});

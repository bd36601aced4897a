import { expect, it } from 'vitest';
import {
  bookElsewhere,
  chooseFirstDay,
  freeSlots,
  sharedBookingServer,
} from './support/booking.ts';
import { useSite } from './support/use-site.ts';

const site = useSite({ server: sharedBookingServer });
const timezoneId = 'Europe/London';

/** Books a call; resolves with the address that manages it, on this server. */
async function bookedAddress(): Promise<string> {
  const [slot] = await freeSlots(site.url);
  const { pathname, hash } = new URL(await bookElsewhere(site.url, slot?.startsAt ?? ''));
  return pathname + hash;
}

it('shows the booking to who has the secret, and changes nothing by being opened', async () => {
  const address = await bookedAddress();
  const before = await freeSlots(site.url);
  const methods: string[] = [];
  const { page, faults } = await site.open(address, {
    timezoneId,
    before: async (opening) => {
      opening.on('request', (request) => methods.push(request.method()));
    },
  });
  await page.getByRole('heading', { name: 'Your call is booked.' }).waitFor();
  const words = await page.locator('.pane').textContent();
  for (const part of ['Grace Hopper', 'grace@school.example', 'Hill School', 'London time']) {
    expect(words).toContain(part);
  }
  expect(new Set(methods)).toEqual(new Set(['GET']));
  expect(await freeSlots(site.url)).toEqual(before);
  expect(faults).toEqual([]);

  const wrong = `${address.slice(0, -4)}${address.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
  for (const other of [
    wrong,
    address.split('#')[0] ?? '',
    address.replace(/booking\/\w{8}/, 'booking/00000000'),
  ]) {
    await page.goto('about:blank');
    await page.goto(site.url + other);
    await page.getByRole('heading', { name: 'This link does not open a booking.' }).waitFor();
    expect(await page.locator('body').textContent(), other).not.toContain('Grace');
  }

  await page.goto('about:blank');
  await page.route('**/scheduling/api/bookings/*', (route) => route.abort());
  await page.goto(site.url + address);
  await page.getByText('We could not reach the server.').waitFor();
  await page.unroute('**/scheduling/api/bookings/*');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Your call is booked.' }).waitFor();
});

it('moves the call and keeps its details, then cancels after asking once, with a reason', async () => {
  const { page } = await site.open(await bookedAddress(), { timezoneId });
  const before = await page.locator('.when').textContent();
  await page.getByRole('button', { name: 'Change the time' }).click();
  await chooseFirstDay(page);
  // Not the last: another test looks for it.
  await page.locator('.time').nth(5).click();
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

  const free = (await freeSlots(site.url)).length;
  await page.getByRole('button', { name: 'Cancel the call' }).click();
  await page.getByRole('heading', { name: 'Cancel this call?' }).waitFor();
  expect((await freeSlots(site.url)).length).toBe(free);
  await page.getByRole('button', { name: 'Keep it' }).click();
  await page.getByRole('button', { name: 'Cancel the call' }).click();
  await page.getByLabel('Would you tell us why?').fill('Snow day');
  await page.getByRole('button', { name: 'Yes, cancel the call' }).click();
  await page.getByRole('heading', { name: 'This call is cancelled.' }).waitFor();
  expect((await freeSlots(site.url)).length).toBe(free + 1);
  await page.reload();
  await page.getByRole('heading', { name: 'This call is cancelled.' }).waitFor();
  expect(await page.locator('.pane').textContent()).toContain('Snow day');
  expect(await page.getByRole('button', { name: 'Change the time' }).count()).toBe(0);
});

import type { Page } from 'playwright-core';
import {
  endCall,
  openNotice,
  showTranscript,
  startCall,
  startConnecting,
  untilGreeted,
} from './call-states.ts';
import type { WindowName } from './use-site.ts';

/** A look of a page that an address alone does not bring: what a visitor did to get there. */
export interface SiteState {
  readonly name: string;
  /** @default '/' */
  readonly path?: string;
  /** @default both windows */
  readonly windows?: readonly WindowName[];
  /** What lies over the page in this state; without it the whole page is looked at. */
  readonly within?: string;
  readonly reach: (page: Page) => Promise<unknown>;
}

/** States that need no microphone, or one that is refused. */
export const quietStates: readonly SiteState[] = [
  {
    name: 'menu open',
    windows: ['phone'],
    within: 'header',
    reach: (page) => page.getByRole('button', { name: 'Open menu' }).click(),
  },
  { name: 'notice before the call', within: 'dialog[open]', reach: openNotice },
  {
    name: 'refused microphone, with its toast',
    within: '.toasts',
    reach: async (page) => {
      await openNotice(page);
      await page.getByRole('button', { name: 'Start call' }).click();
      await page.getByText('Call Failed').first().waitFor();
      // It stays for as long as the keyboard is in it.
      await page.locator('.toast').getByRole('button', { name: 'Close' }).focus();
    },
  },
  {
    name: 'thanks in the footer',
    reach: async (page) => {
      await page.getByPlaceholder('Enter your mail').fill('reader@school.example');
      await page.locator('footer form').getByRole('button').click();
      await page.getByText('Thank you. Our team has received your email').first().waitFor();
    },
  },
  {
    name: 'contact form instead of the scheduler',
    path: '/contact',
    reach: async (page) => {
      await page.route('**/scheduling/**', (route) => route.abort());
      await page.reload();
      await page.getByLabel('Full name').waitFor();
    },
  },
];

/** States of a real call. */
export const callStates: readonly SiteState[] = [
  { name: 'connecting', within: 'dialog[open]', reach: startConnecting },
  {
    name: 'in call',
    within: 'dialog[open]',
    reach: async (page) => {
      await startCall(page);
      await untilGreeted(page);
    },
  },
  {
    name: 'in call, with the transcript',
    within: 'dialog[open]',
    reach: async (page) => {
      await startCall(page);
      await showTranscript(page);
      await untilGreeted(page);
    },
  },
  {
    name: 'after the call',
    within: '.after-call',
    reach: async (page) => {
      await startCall(page);
      await showTranscript(page);
      await endCall(page);
      await page.getByRole('heading', { name: /^Your call with / }).waitFor();
    },
  },
];

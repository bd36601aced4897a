import axe, { type AxeResults, type NodeResult, type Result, type RunOptions } from 'axe-core';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Allowance, allowances } from './axe-allowances.ts';
import { measureContrasts } from './contrast.ts';
import { settle } from './use-site.ts';

/** What axe is asked, in every browser. */
export const AXE_TAGS = [
  'wcag2a',
  'wcag2aa',
  'wcag21a',
  'wcag21aa',
  'wcag22a',
  'wcag22aa',
  'best-practice',
];

/** The rules whose answer depends on the colour scheme. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

const ALL: RunOptions = {
  runOnly: { type: 'tag', values: AXE_TAGS },
  rules: { 'target-size': { enabled: true } },
};
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: COLOUR_RULES } };

export interface AxeScope {
  /** CSS selector of what is looked at. @default the whole page */
  readonly within?: string;
  /** `colours`: what looking again in the other colour scheme can add. @default 'all' */
  readonly rules?: 'all' | 'colours';
}

/**
 * Runs axe on the page as it stands. Violations fail, and so does what axe could not decide, unless
 * `axe-allowances.ts` names it and its own check holds. `within` narrows it to what lies over a page that
 * is checked by itself.
 */
export async function checkAxe(page: Page, state: string, scope: AxeScope = {}): Promise<void> {
  await settle(page);
  // axe takes the sticky header for a lid on whatever lies below it at this moment.
  await page.evaluate(() => scrollTo({ top: 0, behavior: 'instant' }));
  const { violations, incomplete } = await runAxe(page, scope);
  const faults = violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}\n    ${describeNode(node)}`),
  );
  faults.push(...(await judge(page, incomplete)));
  const report = [`axe on ${state}:`, ...faults].join('\n');
  expect(faults.length, report).toBe(0);
}

async function runAxe(
  page: Page,
  { within = 'html', rules = 'all' }: AxeScope,
): Promise<AxeResults> {
  // The policy of the page allows no script of ours; the debugger's way in is not bound by it.
  for (const frame of page.frames()) {
    await frame.waitForLoadState();
    const isThere = await frame.evaluate(() => 'axe' in window);
    if (!isThere) await frame.evaluate(axe.source);
  }
  return page.evaluate(
    ({ within, options }) =>
      (window as unknown as { axe: typeof axe }).axe.run(within, {
        ...options,
        resultTypes: ['violations', 'incomplete'],
      }),
    { within, options: rules === 'all' ? ALL : COLOURS },
  );
}

/** What is wrong with the undecided: no allowance covers it, or its check does not hold. */
async function judge(page: Page, undecided: readonly Result[]): Promise<string[]> {
  const faults: string[] = [];
  const toMeasure: { readonly target: Locator; readonly name: string }[] = [];
  for (const { id, nodes } of undecided) {
    for (const node of nodes) {
      const target = locate(page, node.target.flat());
      const allowance = await allowanceFor(id, target);
      const name = `\n    ${describeNode(node)}`;
      if (allowance?.check === 'contrast') toMeasure.push({ target, name });
      const fault = allowance ? await isWrong(allowance, target) : 'no allowance names it';
      if (fault !== null) faults.push(`${id} (undecided): ${fault}${name}`);
    }
  }
  const measured = await measureContrasts(toMeasure.map(({ target }) => target));
  for (const [index, { ratio, needed }] of measured.entries()) {
    if (ratio >= needed) continue;
    faults.push(`measured ${ratio.toFixed(2)}, needed ${needed}${toMeasure[index]?.name}`);
  }
  return faults;
}

async function allowanceFor(rule: string, target: Locator): Promise<Allowance | undefined> {
  const named = allowances.filter((allowance) => allowance.rule === rule);
  const at = await target.evaluate(
    (element, selectors) => selectors.findIndex((css) => element.matches(css)),
    named.map(({ matches }) => matches),
  );
  return named[at];
}

async function isWrong({ check, reason }: Allowance, target: Locator): Promise<string | null> {
  const fault = check === 'contrast' ? null : await check(target);
  return fault === null ? null : `${reason}, but ${fault}`;
}

/** axe names an element in a frame by the frame's selector, then its own. */
function locate(page: Page, path: readonly string[]): Locator {
  const [own = 'html', ...frames] = path.toReversed();
  const frame = frames.reduceRight<Page | FrameLocator>((at, css) => at.frameLocator(css), page);
  return frame.locator(own).first();
}

function describeNode({ target, html, failureSummary, any }: NodeResult): string {
  const why = any[0]?.message ?? failureSummary ?? '';
  return `${target.flat().join(' ')}\n    ${html.slice(0, 120)}\n    ${why}`;
}

import type { Frame, Page } from 'playwright-core';
import { changedPixels } from './changed-pixels.ts';

/** One place where the keyboard stops. */
export interface TabStop {
  /** Role and name, e.g. `link "Features"`. */
  readonly name: string;
  /** Pixels that change by a contrast of 3 or more with the focus, per pixel of outline; null: not measured. */
  readonly indicator: number | null;
  /** Null when all of it can be seen, else what is in the way. */
  readonly hiddenBy: string | null;
}

const LIMIT = 150;

/** What the indicators of stops measured so far came to, by their looks. */
export type KnownIndicators = Map<string, number>;

interface Walk {
  /** @default 'Tab' */
  readonly key?: 'Tab' | 'Shift+Tab';
  /** @default until the keyboard comes round */
  readonly count?: number;
  /**
   * Given: indicators are measured, each kind of control once. Walks may share it that are of one window and
   * one colour scheme.
   */
  readonly known?: KnownIndicators;
}

/**
 * Walks through the page, and the frames in it, with the Tab key from where it is, until the keyboard
 * leaves the page or comes back to the first stop. Open the page with reduced motion, or moving pictures
 * count as indicators.
 */
export async function tabStops(
  page: Page,
  { key = 'Tab', count = LIMIT, known }: Walk = {},
): Promise<TabStop[]> {
  const stops: TabStop[] = [];
  await Promise.all(page.frames().map((frame) => frame.evaluate(forgetStops)));
  for (let presses = 0; presses < LIMIT; presses += 1) {
    if (stops.length === count) return stops;
    await page.keyboard.press(key);
    const frame = await focusedFrame(page);
    const place = await frame.evaluate(markStop);
    // A frame may hold the focus for a moment without anything in it having it.
    if (place === 'nowhere' && frame !== page.mainFrame()) continue;
    if (place !== 'new') return stops;
    stops.push({
      name: await frame.evaluate(nameOfStop),
      hiddenBy: await frame.evaluate(whatHidesFocus),
      indicator: known === undefined ? null : await indicatorOf(page, frame, known),
    });
  }
  throw new Error(`the keyboard does not come round within ${LIMIT} stops`);
}

async function focusedFrame(page: Page): Promise<Frame> {
  let frame = page.mainFrame();
  while (await frame.evaluate(() => document.activeElement instanceof HTMLIFrameElement)) {
    const active = await frame.evaluateHandle(() => document.activeElement);
    const inner = await active.asElement()?.contentFrame();
    if (!inner) return frame;
    frame = inner;
  }
  return frame;
}

async function indicatorOf(page: Page, frame: Frame, known: KnownIndicators): Promise<number> {
  const looks = await frame.evaluate(looksOfFocus);
  const indicator = known.get(looks) ?? (await measureIndicator(page, frame));
  known.set(looks, indicator);
  return indicator;
}

/** Two stops of which this is the same are drawn by the same rules on the same ground. */
function looksOfFocus(): string {
  const element = document.activeElement;
  if (!element) return '';
  const { outline, outlineOffset, color, backgroundColor, borderColor, boxShadow } =
    getComputedStyle(element);
  const chain: string[] = [];
  const box = element.getBoundingClientRect();
  // An outline that reaches over an edge is cut, whatever its rule says.
  const reach = 8;
  const isNear = (left: number, top: number, right: number, bottom: number) =>
    [box.left - left, box.top - top, right - box.right, bottom - box.bottom].map((gap) =>
      gap < reach ? Math.round(gap) : 'far',
    );
  for (let at: Element | null = element; at; at = at.parentElement) {
    const marks = ['class', 'type', 'aria-current', 'aria-expanded', 'aria-selected', 'data-theme'];
    chain.push([at.tagName, ...marks.map((mark) => at?.getAttribute(mark) ?? '')].join('.'));
    if (at === element || getComputedStyle(at).overflow === 'visible') continue;
    const edge = at.getBoundingClientRect();
    chain.push(isNear(edge.left, edge.top, edge.right, edge.bottom).join());
  }
  const style = [outline, outlineOffset, color, backgroundColor, borderColor, boxShadow];
  return [...style, isNear(0, 0, innerWidth, innerHeight).join(), ...chain].join(' | ');
}

function forgetStops(): void {
  for (const marked of document.querySelectorAll('[data-seen-stop]'))
    marked.removeAttribute('data-seen-stop');
}

function markStop(): 'new' | 'seen' | 'nowhere' {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nowhere';
  if (element.hasAttribute('data-seen-stop')) return 'seen';
  element.setAttribute('data-seen-stop', '');
  return 'new';
}

function nameOfStop(): string {
  const element = document.activeElement;
  if (!element) return '';
  const roles: Record<string, string> = { a: 'link', input: 'textbox', select: 'combobox' };
  const tag = element.tagName.toLowerCase();
  const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
  const name =
    element.getAttribute('aria-label') ??
    (labels.map((label) => label.textContent).join(' ') || element.textContent || '');
  const role = element.getAttribute('role') ?? roles[tag] ?? tag;
  return `${role} "${name.replace(/\s+/g, ' ').trim()}"`;
}

/** Tries the middle and the four corners: each must show the element, nothing above it, nothing cut off. */
function whatHidesFocus(): string | null {
  const element = document.activeElement;
  if (!element) return 'nothing has the focus';
  // The bounding box of a link that wraps also covers other text.
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const inset = Math.min(6, box.width / 4, box.height / 4);
  const across = [box.left + inset, box.left + box.width / 2, box.right - inset];
  const down = [box.top + inset, box.top + box.height / 2, box.bottom - inset];
  // What is taller than the window cannot be shown whole.
  const rows = box.height > innerHeight - 80 ? [Math.max(100, box.top + inset)] : down;
  for (const y of rows) {
    for (const x of across) {
      if (x < 0 || y < 0 || x > innerWidth || y > innerHeight)
        return `the window's edge at ${Math.round(x)},${Math.round(y)}`;
      const top = document.elementFromPoint(x, y);
      if (!top || element.contains(top) || top.contains(element)) continue;
      // A hidden field under its own drawn box, as radio buttons are.
      const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : [];
      if (labels.some((label) => label.contains(top))) continue;
      return `${top.tagName.toLowerCase()}.${top.getAttribute('class') ?? ''}`;
    }
  }
  return null;
}

const MARGIN = 10;

async function measureIndicator(page: Page, frame: Frame): Promise<number> {
  const focus = frame.locator(':focus');
  const box = await focus.boundingBox();
  const view = page.viewportSize();
  if (!box || !view) return 0;
  const x = Math.max(0, box.x - MARGIN);
  const y = Math.max(0, box.y - MARGIN);
  const width = Math.min(view.width, box.x + box.width + MARGIN) - x;
  const height = Math.min(view.height, box.y + box.height + MARGIN) - y;
  if (width <= 0 || height <= 0) return 0;
  const shoot = () => page.screenshot({ clip: { x, y, width, height }, caret: 'hide' });
  const focused = await shoot();
  const element = await frame.evaluateHandle(() => {
    const active = document.activeElement as HTMLElement;
    active.blur();
    return active;
  });
  const plain = await shoot();
  await element.evaluate((active) => active.focus({ preventScroll: true }));
  const changed = await changedPixels(page, plain, focused);
  return changed / (2 * (width - 2 * MARGIN + (height - 2 * MARGIN)));
}

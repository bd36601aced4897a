import axe from 'axe-core';
import { AXE_TAGS } from '../../site/support/check-axe.ts';

/** To be run in the page before `axeCall`. */
export const axeSource = axe.source;

/**
 * A promise, in the page, of the elements that axe finds fault with, a line each, once what moves has come
 * to rest. What axe cannot decide is left to the tests in Chromium, whose allowances measure it.
 */
export const axeCall = `(async () => {
  const moves = ({ playState, effect }) =>
    playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
  const frame = () => new Promise(requestAnimationFrame);
  // What has just been put in place begins to move with the next frame.
  await frame();
  do await frame();
  while (document.getAnimations().some(moves));
  const { violations } = await axe.run(document, {
    runOnly: { type: 'tag', values: ${JSON.stringify(AXE_TAGS)} },
    resultTypes: ['violations'],
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, any }) => id + ': ' + html.slice(0, 120) + ' ' + (any[0]?.message ?? '')),
  );
})()`;

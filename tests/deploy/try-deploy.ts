import { chartTools, tryChart } from './try-chart.ts';
import { caddyTools, composeTools, tryCaddy, tryCompose, tryUnit, unitTools } from './try-files.ts';
import { buildImage, imageTools, tryImage } from './try-image.ts';

/**
 * Tries what is in deploy/ with the tools it is made for: `npm run try-deploy [name …]`. What lacks a tool is skipped
 * aloud. The image takes minutes.
 */

interface Try {
  readonly name: string;
  /** Tools that it lacks. */
  readonly lacks: () => readonly string[];
  readonly act: () => string | Promise<string>;
}

const TRIES: readonly Try[] = [
  { name: 'unit', lacks: unitTools, act: tryUnit },
  { name: 'caddy', lacks: caddyTools, act: tryCaddy },
  { name: 'compose', lacks: composeTools, act: tryCompose },
  { name: 'chart', lacks: chartTools, act: tryChart },
  {
    name: 'image',
    lacks: imageTools,
    async act() {
      await buildImage();
      return tryImage();
    },
  },
];

const wanted = process.argv.slice(2);
let failures = 0;
for (const { name, lacks, act } of TRIES) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  const needs = lacks();
  if (needs.length > 0) {
    console.warn(`SKIPPED ${name}: needs ${needs.join(', ')}`);
    continue;
  }
  try {
    console.log(`ok      ${name}: ${await act()}`);
  } catch (error) {
    failures += 1;
    console.error(`FAILED  ${name}: ${error instanceof Error ? error.message : error}`);
  }
}
process.exitCode = failures === 0 ? 0 : 1;

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { cruise, type ICruiseResult } from 'dependency-cruiser';
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config';

/** Checks the arrows of the house, and that every source file was really looked at. */

const roots = ['apps', 'packages'];

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        /\/(src|testing)\//.test(path) &&
        !path.includes('node_modules') &&
        !path.includes('/dist/'),
    );
}

const config = await extractConfig('./.dependency-cruiser.cjs');
const expected = roots.flatMap(sourceFiles);
const { output } = await cruise(expected, { ruleSet: config, validate: true, ...config.options });
const result = output as ICruiseResult;

const seen = new Set(result.modules.map((module) => module.source));
const missed = expected.filter((path) => !seen.has(path));
const arrows = result.summary.totalDependenciesCruised ?? 0;

for (const violation of result.summary.violations) {
  const rule = config.forbidden?.find((one) => one.name === violation.rule.name);
  console.error(
    `${violation.from} → ${violation.to}\n  ${violation.rule.name}: ${rule?.comment ?? ''}`,
  );
}
if (missed.length > 0) console.error(`not looked at: ${missed.join(', ')}`);
// A compiler mismatch makes the tool read modules without their imports, and pass.
if (arrows < expected.length)
  console.error(`only ${arrows} imports in ${expected.length} files: the reader is broken`);

console.log(
  `boundaries: ${expected.length} modules, ${arrows} imports, ${result.summary.violations.length} violations`,
);
process.exitCode =
  result.summary.violations.length > 0 || missed.length > 0 || arrows < expected.length ? 1 : 0;

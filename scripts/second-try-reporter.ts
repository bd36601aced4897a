import type { Reporter, TestCase, TestModule } from 'vitest/node';

/** Names every test that passed only at its second try, and why the first failed: a race to be mended. */
export default class SecondTryReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const again = modules.flatMap((module) =>
      [...module.children.allTests()].filter((test) => test.diagnostic()?.flaky),
    );
    if (again.length === 0) return;
    console.log(`${again.length} passed only at the second try:`);
    for (const test of again) console.log(describe(test));
  }
}

function describe(test: TestCase): string {
  const errors = test.result().errors ?? [];
  const why = errors.map(({ message }) => `    ${message.replaceAll('\n', '\n    ')}`);
  return [`  ${test.module.relativeModuleId} > ${test.fullName}`, ...why].join('\n');
}

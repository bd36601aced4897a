const CALLER = /^(?:user|caller|customer|human|tester)\s*:\s*/i;
/** Lines spoken by others, and notes. */
const NOT_SAID = /^(?:(?:assistant|ai|agent|bot)\s*:|#)/i;
const BULLET = /^(?:[-*•]|\d{1,3}[.)])\s+/;

/**
 * What a script has the caller say: a line each, without bullets and `User:`. Lines of the assistant
 * and lines that begin with `#` are for human readers.
 */
export function scriptLines(script: string): string[] {
  return script
    .split(/\r?\n/)
    .map((line) => line.trim().replace(BULLET, ''))
    .filter((line) => !NOT_SAID.test(line))
    .map((line) => line.replace(CALLER, '').trim())
    .filter((line) => line !== '');
}

import type { Warning } from '@kindling/protocol';

/** What was just stored, as it is answered: with what of it does not act as it says. */
export function withWarnings<Entity extends object>(
  stored: Entity,
  warnings: readonly Warning[],
): Entity & { warnings?: Warning[] } {
  return warnings.length === 0 ? stored : { ...stored, warnings: [...warnings] };
}

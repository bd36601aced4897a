import { BASE_METHOD_RULES } from './base-methods.ts';
import { FEATURES_METHOD_RULES } from './features-methods.ts';
import { FRAME_METHOD_RULES } from './frame-methods.ts';
import { FRAME_ONLY_METHOD_RULES } from './frame-only-methods.ts';
import { MEDIA_METHOD_RULES } from './media-methods.ts';
import type { MethodRule } from './method-rules.ts';
import { NETWORK_METHOD_RULES } from './network-methods.ts';
import { ROOM_METHOD_RULES } from './room-methods.ts';

/** Every public method of a call with its rule. The rules stand beside the methods. */
const METHODS = {
  ...BASE_METHOD_RULES,
  ...ROOM_METHOD_RULES,
  ...MEDIA_METHOD_RULES,
  ...NETWORK_METHOD_RULES,
  ...FEATURES_METHOD_RULES,
  ...FRAME_METHOD_RULES,
  ...FRAME_ONLY_METHOD_RULES,
} satisfies Record<string, MethodRule>;

export type MethodName = keyof typeof METHODS;

export const METHOD_NAMES = Object.keys(METHODS) as readonly MethodName[];

export function ruleOf(name: MethodName): MethodRule {
  return METHODS[name];
}

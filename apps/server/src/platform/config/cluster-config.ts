import { hostname } from 'node:os';
import { ConfigError } from '../errors/config-error.ts';
import type { Environment } from './environment.ts';

/** One of several servers on one PostgreSQL. */
export interface ClusterConfig {
  readonly name: string;
  /** Where the other nodes reach it, without a slash at the end. */
  readonly address: string;
  /** How long calls and meetings may go on when it is stopped, ms. */
  readonly drainTimeout: number;
}

/** What nodes must have in common, or know of each other. */
const REQUIRED = {
  DATABASE_URL: 'nodes share one PostgreSQL.',
  PUBLIC_URL: 'visitors reach all nodes by one address.',
  NODE_ADDRESS: 'the other nodes reach this one by it.',
  KINDLING_SECRET: 'nodes sign and encrypt alike.',
  STORAGE_URL: 'the data folder is another one on each node.',
  SMTP_URL: 'the outbox folder would be another one on each node.',
} as const satisfies Partial<Record<keyof Environment, string>>;

/**
 * Null: the only server of its database.
 *
 * @throws a `ConfigError` that names everything a node lacks
 */
export function toClusterConfig(env: Environment): ClusterConfig | null {
  if (!env.CLUSTER) return null;
  const missing = Object.entries(REQUIRED)
    .filter(([name]) => env[name as keyof typeof REQUIRED] === undefined)
    .map(([name, why]) => `${name}: must be set when CLUSTER is true: ${why}`);
  if (env.NODE_ADDRESS === undefined || missing.length > 0) throw new ConfigError(missing);
  const name = env.NODE_NAME ?? hostname();
  return { name, address: env.NODE_ADDRESS, drainTimeout: env.DRAIN_SECONDS * 1_000 };
}

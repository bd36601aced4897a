import type { Config } from '../platform/config/config.ts';
import type { Finding } from './finding.ts';
import type { ServerHere } from './looking/find-server.ts';

/** What is looked at, and from where. */
export interface Scene {
  readonly config: Config;
  /** The server of this data folder; null: none runs here. */
  readonly server: ServerHere | null;
  /** Who gets a mail; null: none is sent. */
  readonly sendTo: string | null;
  /** For one answer of one server, ms. */
  readonly timeout: number;
  /** Authorities in PEM besides those this machine trusts. */
  readonly ca?: string | undefined;
}

export interface Check {
  readonly name: string;
  readonly run: (scene: Scene) => Promise<readonly Finding[]>;
}

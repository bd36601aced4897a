import type { AssistantCreate } from '@kindling/protocol';
import type { Config } from '../../platform/config/config.ts';
import { artifactPlanOf, keepsWords } from '../assistants/retention-plans.ts';
import type { RetentionStore } from '../retention/retention-store.ts';
import type { Hearer, WhoHears } from './who-hears.ts';

/** What becomes of what is said to an assistant. Days: after how many it is deleted; null: never by itself. */
export interface DataUse {
  readonly keepsWords: boolean;
  readonly transcriptDays: number | null;
  readonly recordsSound: boolean;
  readonly recordingDays: number | null;
  readonly logDays: number | null;
  readonly hearers: readonly Hearer[];
}

export interface ReadDataUseOptions {
  readonly config: Pick<Config, 'roomMedia'>;
  readonly retention: Pick<RetentionStore, 'get'>;
  readonly whoHears: WhoHears;
}

export type ReadDataUse = (orgId: string, assistant: AssistantCreate) => Promise<DataUse>;

export function createReadDataUse(options: ReadDataUseOptions): ReadDataUse {
  const { callRecording, keepDays } = options.config.roomMedia;
  return async (orgId, assistant) => {
    const own = await options.retention.get(orgId);
    const { recordingEnabled, videoRecordingEnabled } = artifactPlanOf(assistant) ?? {};
    const asksForRecording = recordingEnabled === true || videoRecordingEnabled === true;
    return {
      keepsWords: keepsWords(assistant),
      transcriptDays: own.transcriptDays ?? own.defaults.transcriptDays,
      recordsSound: callRecording && asksForRecording,
      recordingDays: shorter(own.recordingDays, keepDays),
      logDays: own.logDays ?? own.defaults.logDays,
      hearers: await options.whoHears(orgId, assistant),
    };
  };
}

/** The server deletes recordings after its own days, whatever an organisation sets. */
function shorter(one: number | null, other: number | null): number | null {
  if (one === null || other === null) return one ?? other;
  return Math.min(one, other);
}

import type { MediaEngine } from '@kindling/media';
import type { SpeechEngines } from '../modules/assistants/runtime/engines.ts';
import type { LogWriter } from '../modules/logs/log-port.ts';
import type { Schedule } from '../modules/scheduling/settings/schedule-schema.ts';
import type { OwnerKey } from '../modules/tokens/owner-key.ts';
import type { PlatformContext } from '../platform/platform-context.ts';
import type { Spans } from '../platform/telemetry/spans.ts';
import type { Ffmpeg } from '../rooms/tracks/ffmpeg.ts';
import type { ModuleServices } from './module-services.ts';
import type { OpenedCallMedia } from './open-call-media.ts';
import type { RoomServices } from './room-services.ts';
import type { ServerParts } from './server-parts.ts';

/** What is opened before anything is composed, and closed by its opener. */
export interface OpenedServer
  extends PlatformContext,
    Pick<ServerParts, 'createConversation' | 'models'> {
  readonly media: MediaEngine;
  readonly callMedia: OpenedCallMedia;
  /** Null until the engines are loaded. */
  readonly speech: () => SpeechEngines | null;
  /** Null: the host has none. */
  readonly ffmpeg: Ffmpeg | null;
  /** Where traces of calls go; null: nowhere. */
  readonly spans: Spans | null;
  /** Where an organisation reads what its keys did. */
  readonly logs: LogWriter;
  /** The key of the operator. */
  readonly ownerKey: OwnerKey;
  readonly schedule: Schedule;
  readonly isClosing: () => boolean;
  /** What goes on goes on, and nothing new begins. */
  readonly isDraining: () => boolean;
}

/** Everything that a module may ask for; each names in its `register.ts` what it takes of it. */
export interface ServerContext extends OpenedServer, ModuleServices, RoomServices {}

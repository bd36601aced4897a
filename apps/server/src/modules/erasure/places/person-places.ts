import type { OutboxFiles } from '../../../platform/mail/outbox-files.ts';
import type { DownloadLinks } from '../../../rooms/recording/download-links.ts';
import { accountPlaces } from './account-places.ts';
import { callPlaces } from './call-places.ts';
import { conversationPlaces } from './conversation-places.ts';
import { mailQueuePlace, outboxPlace } from './mail-places.ts';
import type { ErasablePlace, PersonPlace } from './place.ts';
import { visitorPlaces } from './visitor-places.ts';

/** Everywhere that something of people is kept: what is exported and what is erased, in this order. */
export interface PersonPlaces {
  /** Ended, and deleted with their files. */
  readonly calls: readonly PersonPlace[];
  /** In one transaction. */
  readonly rows: readonly ErasablePlace[];
  readonly files: readonly ErasablePlace[];
}

export interface PersonPlacesOptions {
  readonly linksOf: DownloadLinks;
  readonly outbox: Pick<OutboxFiles, 'findAbout' | 'read' | 'remove'>;
}

export function createPersonPlaces({ linksOf, outbox }: PersonPlacesOptions): PersonPlaces {
  return {
    calls: callPlaces(linksOf),
    // Mail last: it is known by the ids of what was found before.
    rows: [...conversationPlaces, ...accountPlaces, ...visitorPlaces, mailQueuePlace],
    files: [outboxPlace(outbox)],
  };
}

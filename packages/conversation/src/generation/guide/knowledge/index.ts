import { type Knowledge, knowledgeSchema } from '../../../retrieval/entries/knowledge-schema.ts';
import { accessAndCallEntries } from './access-and-call.ts';
import { applicationEntries } from './applications.ts';
import { audienceEntries } from './audience.ts';
import { bookingEntries } from './booking.ts';
import { contactEntries } from './contact.ts';
import { curriculumEntries } from './curriculum.ts';
import { lawEntries } from './law.ts';
import { moodTrackerEntries } from './mood-tracker.ts';
import { outOfScopeEntries } from './out-of-scope.ts';
import { platformEntries } from './platform.ts';
import { pluginEntries } from './plugins.ts';
import { pricingEntries } from './pricing.ts';
import { privacyEntries } from './privacy.ts';
import { productEntries } from './product.ts';
import { promptHeroEntries } from './prompt-hero.ts';
import { safetyEntries } from './safety.ts';
import { selfEntries } from './self.ts';
import { serviceEntries } from './services.ts';
import { smallTalkEntries } from './small-talk.ts';
import { tutorEntries } from './tutor.ts';

/** What Kindling's own guide knows: the product, its services, and how the team may be reached. */
export const productKnowledge: Knowledge = knowledgeSchema.parse({
  entries: [
    ...productEntries,
    ...tutorEntries,
    ...promptHeroEntries,
    ...moodTrackerEntries,
    ...curriculumEntries,
    ...pluginEntries,
    ...applicationEntries,
    ...serviceEntries,
    ...audienceEntries,
    ...safetyEntries,
    ...privacyEntries,
    ...lawEntries,
    ...accessAndCallEntries,
    ...platformEntries,
    ...pricingEntries,
    ...bookingEntries,
    ...contactEntries,
    ...selfEntries,
    ...outOfScopeEntries,
    ...smallTalkEntries,
  ],
  unknown: {
    says: [
      'I do not know that, and I would rather not guess. An expert can answer it in a demo. Would you like to hear how to book one?',
      'That is not among the facts I have, so I will not make something up. Shall I tell you how to book a demo with an expert?',
      'I have no good answer to that one. The team can help in a demo. Would you like to know how to book it?',
    ],
    offer: 'booking-how',
  },
});

/** The greetings, thanks and repairs that stay when an assistant brings knowledge of its own. */
export const smallTalkKnowledge: Knowledge = knowledgeSchema.parse({
  mode: 'replace',
  entries: smallTalkEntries,
  unknown: {
    says: [
      'I do not know that, and I would rather not guess. Is there something else I can tell you?',
      'That is not among the facts I have. What else would you like to know?',
      'I have no good answer to that one. Please ask me something else.',
    ],
  },
});

import { brand } from '@kindling/protocol/brand';

/** The preview image of a shared link. */
export interface SocialCard {
  /** Below the site's root. */
  readonly file: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  /** The large text on it. */
  readonly title: string;
  /** The line below. */
  readonly line: string;
}

const size = { width: 1200, height: 630 } as const;

const home: SocialCard = {
  ...size,
  file: 'social.png',
  title: brand.promise,
  line: 'The AI learning platform for schools',
  alt: `${brand.name}: ${brand.promise} A woodcut of a fire burning on a few crossed twigs.`,
};

const contact: SocialCard = {
  ...size,
  file: 'social-contact.png',
  title: 'Thirty minutes, and your own questions.',
  line: 'Book a demo for your school',
  alt: `${brand.name}: Thirty minutes, and your own questions. A woodcut of a fire burning on a few crossed twigs.`,
};

export const socialCards: readonly SocialCard[] = [home, contact];

/** The card of the page at `path`. */
export function socialCardOf(path: string): SocialCard {
  return path === '/contact' ? contact : home;
}

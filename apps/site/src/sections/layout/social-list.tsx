import { brand } from '@kindling/protocol/brand';
import { SocialIcon } from './social-icon.tsx';

/** Links to the four networks, each in a new tab. */
export default function SocialList() {
  return (
    <ul className="flex flex-wrap gap-2">
      {brand.social.map(({ network, href }) => (
        <li key={network}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            aria-label={`${brand.name} on ${network} (opens in a new tab)`}
            className="grid size-12 place-items-center rounded-full border-2 border-current hover:bg-on-soot hover:text-soot"
          >
            <SocialIcon network={network} />
          </a>
        </li>
      ))}
    </ul>
  );
}

import { brand } from '@kindling/protocol/brand';
import { Logo } from './logo.tsx';
import { SocialLinks } from './social-links.tsx';

export function SmallFooter() {
  return (
    <footer className="dark-ground bg-soot text-on-soot">
      <div className="shell flex flex-wrap items-center justify-between gap-x-10 gap-y-6 py-10">
        <Logo />
        <p className="text-ash">
          © {brand.since} {brand.name}. All rights reserved.
        </p>
        <SocialLinks />
      </div>
    </footer>
  );
}

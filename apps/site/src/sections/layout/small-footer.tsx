import { Logo } from '../../ui/logo.tsx';
import { CopyrightLine } from './copyright-line.tsx';
import { SocialLinks } from './social-links.tsx';

export function SmallFooter() {
  return (
    <footer className="dark-ground bg-soot text-on-soot">
      <div className="shell flex flex-wrap items-center justify-between gap-x-10 gap-y-6 py-10">
        <Logo />
        <CopyrightLine />
        <SocialLinks />
      </div>
    </footer>
  );
}

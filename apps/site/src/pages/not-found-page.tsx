import { useEffect } from 'react';
import { useLocation } from 'react-router';
import twigs from '../ui/art/twigs.svg';
import { PageLink } from '../ui/navigation/page-link.tsx';

export default function NotFoundPage() {
  const { pathname } = useLocation();
  useEffect(() => {
    console.error('404: no page exists at', pathname);
  }, [pathname]);
  return (
    <main className="grid min-h-svh place-content-center justify-items-center gap-6 bg-soot px-6 py-16 text-center text-on-soot">
      <img src={twigs} alt="" width="366" height="114" className="w-72 max-w-full" />
      <h1 className="font-display text-8xl leading-none tracking-tight sm:text-9xl">404</h1>
      <p className="lede text-ash">Oops! Page not found</p>
      <PageLink className="button button-ember" to="/">
        Return to Home
      </PageLink>
    </main>
  );
}

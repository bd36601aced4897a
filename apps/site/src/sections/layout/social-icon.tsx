import type { SocialNetwork } from '@kindling/protocol/brand';

const shapes: Record<SocialNetwork, string> = {
  Instagram:
    'M7 2h10a5 5 0 0 1 5 5v10a5 5 0 0 1-5 5H7a5 5 0 0 1-5-5V7a5 5 0 0 1 5-5zm0 2a3 3 0 0 0-3 3v10a3 3 0 0 0 3 3h10a3 3 0 0 0 3-3V7a3 3 0 0 0-3-3zm5 3.2a4.800 4.800 0 1 1 0 9.600 4.800 4.800 0 0 1 0-9.600zm0 2a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600zm5.200-3.400a1.200 1.200 0 1 1 0 2.400 1.200 1.200 0 0 1 0-2.400z',
  Facebook:
    'M13.500 22v-8.500h3l.5-3.600h-3.500V7.700c0-1 .4-1.800 1.900-1.800H17V2.700C16.600 2.600 15.600 2.500 14.600 2.500c-2.700 0-4.500 1.600-4.500 4.700v2.700H7v3.600h3.100V22z',
  LinkedIn:
    'M3.500 9h3.800v12.500H3.500zM5.400 2.600a2.200 2.200 0 1 1 0 4.400 2.200 2.200 0 0 1 0-4.400zM9.800 9h3.600v1.700c.6-1 1.900-2 3.800-2 3.700 0 4.600 2.300 4.600 5.600v7.200H18v-6.400c0-1.600-.3-3-2.100-3-1.900 0-2.300 1.400-2.300 2.900v6.500H9.800z',
  X: 'M3 3h5.300l4.300 6L17.800 3h2.600l-6.600 7.700L21.400 21H16l-4.700-6.500L5.700 21H3.100l7-8.200zm3.800 2 10.300 14h1.200L8 5z',
};

export function SocialIcon({ network }: { readonly network: SocialNetwork }) {
  return (
    <svg viewBox="0 0 24 24" width="22" height="22" fill="currentColor" aria-hidden="true">
      <path fillRule="evenodd" d={shapes[network]} />
    </svg>
  );
}

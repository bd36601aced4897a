const MOBILE = /android|iphone|ipad|ipod|iemobile|blackberry|bada/i;

/** By the user agent, as the browsers that need it still tell. */
export function isMobileDevice(): boolean {
  return typeof navigator !== 'undefined' && MOBILE.test(navigator.userAgent);
}

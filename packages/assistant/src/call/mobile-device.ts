const MOBILE = /android|iphone|ipad|ipod|iemobile|blackberry|bada/i;

/** By the user agent, which the browsers that need it still report. */
export function isMobileDevice(): boolean {
  return typeof navigator !== 'undefined' && MOBILE.test(navigator.userAgent);
}

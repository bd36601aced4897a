const DEMO_PAGE = /^\/scheduling\/demo\/?$/;
const BOOKING_PAGE = /^\/scheduling\/booking\/[^/]+\/?$/;

/** The pages that other sites may embed, as far as the configuration lists them. */
export function isBookingPage(path: string): boolean {
  return DEMO_PAGE.test(path) || BOOKING_PAGE.test(path);
}

/** Where the built site keeps the page of a path: one page serves every booking. */
export function builtPagePath(path: string): string {
  return BOOKING_PAGE.test(path) ? '/scheduling/booking/' : path;
}

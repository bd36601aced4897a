/** Brings the code of the page at a path; `recover` is what to do where it is gone. */
export type BringPage = (path: string, recover: () => Promise<void>) => Promise<unknown>;

/** Set by who knows the pages: pages have links, and links must not have pages. */
export const pages: { bring: BringPage } = { bring: () => Promise.resolve() };

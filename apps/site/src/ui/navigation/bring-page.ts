/** Loads the code of the page at a path; `recover` is called when it no longer exists. */
export type BringPage = (path: string, recover: () => Promise<void>) => Promise<unknown>;

/** Set by the app's routing: links must not import the pages that contain them. */
export const pages: { bring: BringPage } = { bring: () => Promise.resolve() };

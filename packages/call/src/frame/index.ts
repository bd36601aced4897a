// The entry point for the prebuilt call page; pages that embed it use `createFrame` of the package itself.
export { createFrameHost, type FrameHost, type FrameHostOptions } from './frame-host.ts';
export type { PageCommand, PageSettings } from './frame-protocol.ts';

/** Phones have no way to. */
export const CAN_SHARE_SCREEN = 'getDisplayMedia' in (navigator.mediaDevices ?? {});

/** False on phones. */
export const CAN_SHARE_SCREEN = 'getDisplayMedia' in (navigator.mediaDevices ?? {});

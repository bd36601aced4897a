const KEY = 'kindling.call-notice';

/** True when the notice before the call was accepted in this tab. */
export function isNoticeAccepted(): boolean {
  try {
    return sessionStorage.getItem(KEY) === 'accepted';
  } catch {
    // Storage may be forbidden: then the notice is shown every time.
    return false;
  }
}

export function rememberAccepted(): void {
  try {
    sessionStorage.setItem(KEY, 'accepted');
  } catch {
    // See above.
  }
}

/** What a status other than 2xx says to who set the address. */
export function describeRefusal(status: number): string {
  return status >= 300 && status < 400
    ? `answered ${status}, which sends on to another address: that is not followed, so name the last one`
    : `answered ${status}`;
}

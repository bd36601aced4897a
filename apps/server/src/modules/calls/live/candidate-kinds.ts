/** How many ways to reach it a browser offered, by kind; no addresses. */
export interface CandidateKinds {
  readonly host: number;
  /** Of those from the machine itself, the ones whose address the browser hid behind a name. */
  readonly mdns: number;
  readonly srflx: number;
  readonly relay: number;
  readonly tcp: number;
}

const CANDIDATE = /^a=candidate:\S+ \d+ (\S+) \d+ (\S+) (\d+) typ (\S+)/gm;

/** Counts the candidates of an SDP offer; one that stands under several m-lines counts once. */
export function countCandidates(sdp: string): CandidateKinds {
  const kinds = { host: 0, mdns: 0, srflx: 0, relay: 0, tcp: 0 };
  const seen = new Set<string>();
  for (const [, transport = '', address = '', port = '', type = ''] of sdp.matchAll(CANDIDATE)) {
    const one = `${transport} ${address} ${port} ${type}`.toLowerCase();
    if (seen.has(one)) continue;
    seen.add(one);
    if (type === 'host') kinds.host += 1;
    if (type === 'host' && address.endsWith('.local')) kinds.mdns += 1;
    if (type === 'srflx') kinds.srflx += 1;
    if (type === 'relay') kinds.relay += 1;
    if (transport.toLowerCase() === 'tcp') kinds.tcp += 1;
  }
  return kinds;
}

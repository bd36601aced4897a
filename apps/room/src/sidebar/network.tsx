import { useEffect } from 'react';
import { usePage, usePageState, useStrings } from '../state/page-context.ts';

const POLL_INTERVAL_MS = 2_000;

/** The connection's metrics. */
export function Network() {
  const { call, store } = usePage();
  const strings = useStrings();
  const network = usePageState((state) => state.network);
  useEffect(() => {
    const look = () => {
      call.getNetworkStats().then(
        (stats) => store.set({ network: stats }),
        () => {},
      );
    };
    look();
    const timer = setInterval(look, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [call, store]);
  const states = {
    good: strings.networkGood,
    low: strings.networkWeak,
    'very-low': strings.networkBad,
  };
  const threshold = network?.threshold ?? 'good';
  const sample = network?.stats.latest;
  return (
    <div className="sidebar-body">
      <p className="network-word" data-threshold={threshold}>
        {states[threshold]}
      </p>
      <dl className="figures">
        <dt>{strings.roundTrip}</dt>
        <dd>{milliseconds(sample?.networkRoundTripTime)}</dd>
        <dt>{strings.lossIn}</dt>
        <dd>{percent(sample?.totalRecvPacketLoss)}</dd>
        <dt>{strings.lossOut}</dt>
        <dd>{percent(sample?.totalSendPacketLoss)}</dd>
      </dl>
    </div>
  );
}

type Figure = number | null | undefined;

const milliseconds = (seconds: Figure) =>
  seconds == null ? '–' : `${Math.round(seconds * 1_000)} ms`;
const percent = (part: Figure) => (part == null ? '–' : `${(part * 100).toFixed(1)} %`);

/** `navigator.connection`, in the browsers that have it. */
interface ConnectionInfo extends EventTarget {
  readonly type?: string;
}

/** Calls back when the machine is online again, or on another network. */
export function watchNetwork(onChanged: () => void): () => void {
  const connection = (globalThis.navigator as { connection?: ConnectionInfo } | undefined)
    ?.connection;
  let type = connection?.type;
  // Fires for every new speed estimate, too, which changes nothing.
  const handleChange = () => {
    if (connection?.type === type) return;
    type = connection?.type;
    if (type !== 'none') onChanged();
  };
  addEventListener('online', onChanged);
  connection?.addEventListener('change', handleChange);
  return () => {
    removeEventListener('online', onChanged);
    connection?.removeEventListener('change', handleChange);
  };
}

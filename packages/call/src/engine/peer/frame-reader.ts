/** The first byte of a binary frame that the next one continues. JSON never begins with it. */
const CONTINUED = 0;

/** Reads the frames of a data channel as texts: some rooms send them as bytes, long ones in pieces. */
export function createFrameReader(onText: (text: unknown) => void): (data: unknown) => void {
  const decoder = new TextDecoder();
  let text = '';
  return (data) => {
    if (!(data instanceof ArrayBuffer)) return onText(data);
    const bytes = new Uint8Array(data);
    const continued = bytes[0] === CONTINUED;
    text += decoder.decode(continued ? bytes.subarray(1) : bytes, { stream: continued });
    if (continued) return;
    const whole = text;
    text = '';
    onText(whole);
  };
}

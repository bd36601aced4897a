import { useEffect, useState } from 'react';

/** Announced once, politely, without moving focus. */
export function Announcement({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  // A live region says what changes in it, not what it came with.
  useEffect(() => setSaid(text), [text]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

import { useEffect, useState } from 'react';

/** Announced once, politely, without moving focus. */
export function Announcement({ text }: { readonly text: string }) {
  const [said, setSaid] = useState('');
  // A live region announces changes, not its initial content.
  useEffect(() => setSaid(text), [text]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

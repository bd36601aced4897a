import { useEffect, useState } from 'react';

/** Said once, politely: the keyboard stays where it was. */
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

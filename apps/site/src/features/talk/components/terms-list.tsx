export function TermsList({ lines }: { readonly lines: readonly string[] }) {
  return (
    <ul className="talk-terms">
      {lines.map((words) => (
        <li key={words}>{words}</li>
      ))}
    </ul>
  );
}

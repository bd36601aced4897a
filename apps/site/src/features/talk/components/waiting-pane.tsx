/** Shown until the server has answered. */
export function WaitingPane() {
  return (
    <div className="talk-waiting" aria-busy="true">
      <h1 className="talk-title">One moment</h1>
      <p className="talk-lede">The fire is being laid.</p>
      <noscript>
        <h1 className="talk-title">Talking here needs JavaScript</h1>
        <p className="talk-lede">Switch it on for this site, then load the page again.</p>
      </noscript>
    </div>
  );
}

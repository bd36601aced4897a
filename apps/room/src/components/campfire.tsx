/** A campfire, burning while someone waits. */
export function Campfire() {
  return (
    <div className="campfire" aria-hidden="true">
      <div className="campfire-rays" />
      <div className="campfire-flames">
        <i />
        <i />
        <i />
        <i />
        <i />
      </div>
      <div className="campfire-twigs" />
    </div>
  );
}

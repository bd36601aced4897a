import { CallObject, type CallOptions, type Participants } from '@kindling/call';

/** A call object whose `join`, called by the embedding page, may show the prejoin screen first. */
export class GatedCall extends CallObject {
  /** Shows the prejoin screen, and resolves once joined. */
  gate: ((options: CallOptions) => Promise<Participants>) | null = null;

  /** The embedding page asked to leave, perhaps before the call was joined. */
  onLeave: (() => void) | null = null;

  override join(options: CallOptions = {}): Promise<Participants | undefined> {
    return this.gate === null ? super.join(options) : this.gate(options);
  }

  override leave(): Promise<void> {
    this.onLeave?.();
    return super.leave();
  }

  /** Joins without the gate: for the page itself. */
  enter(options: CallOptions): Promise<Participants | undefined> {
    return super.join(options);
  }
}

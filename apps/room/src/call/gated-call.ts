import { CallObject, type CallOptions, type Participants } from '@kindling/call';

/** A call object whose `join`, called from outside the page, may be answered by a way in first. */
export class GatedCall extends CallObject {
  /** Shows the way in, and resolves once inside. */
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

  /** Past the gate: of the page itself. */
  enter(options: CallOptions): Promise<Participants | undefined> {
    return super.join(options);
  }
}

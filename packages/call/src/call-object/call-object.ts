import { FrameMethods } from './frame-methods.ts';
import { guardMethods } from './guard-methods.ts';

/**
 * One participant's end of a call: joins a room, sends the chosen tracks, plays nothing by itself.
 * Misuse throws a `CallError`; the call reports what happens by events.
 */
export class CallObject extends FrameMethods {
  static {
    // Here, because only the class itself can read protected members of its instances.
    guardMethods(CallObject.prototype, (call) => {
      const { joined, joiningOrJoined } = call.context.session;
      return {
        joined,
        joiningOrJoined,
        frame: false,
        destroyed: call.isDestroyed(),
        subscribesAutomatically: call.subscribeToTracksAutomatically(),
      };
    });
  }
}

/** A call, whether it runs in the page (`createCallObject`) or in a frame (`createFrame`). */
export type Call = Pick<CallObject, keyof CallObject>;

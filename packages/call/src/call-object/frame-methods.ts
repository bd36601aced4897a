import type { CallEventName, CallEvents } from '../core/call-events.ts';
import type { Listener } from '../core/typed-emitter.ts';
import type { SidebarView } from '../options/frame-options.ts';
import { checkSound } from '../options/frame-rules.ts';
import { type Language, type LanguageSetting, resolveLanguage } from '../options/language.ts';
import { FeaturesMethods } from './features-methods.ts';
import type { FrameOnlyMethods } from './frame-only-methods.ts';
import {
  anyObject,
  firstArgument,
  getter,
  type MethodRule,
  question,
  rule,
  setter,
  setterInRoom,
} from './method-rules.ts';

/** When each of the methods below may be called, and what it takes. */
export const FRAME_METHOD_RULES = {
  iframe: getter,
  loadCss: rule('chain', 'usable', firstArgument(anyObject)),
  getDailyLang: question,
  setDailyLang: setter,
  getSidebarView: question,
  setSidebarView: setter,
  requestFullscreen: question,
  exitFullscreen: rule('void', 'always'),
  setPlayNewParticipantSound: rule('void', 'usable', firstArgument(checkSound)),
  addFakeParticipant: setterInRoom,
} satisfies Record<string, MethodRule>;

// Methods that only frames have get no body here: `guardMethods` rejects them.
export interface FrameMethods extends FrameOnlyMethods {}

/** What belongs to the prebuilt call page: tray, integrations, theme, languages. */
// biome-ignore lint/suspicious/noUnsafeDeclarationMerging: `guardMethods` puts each on the prototype
export class FrameMethods extends FeaturesMethods {
  #language: LanguageSetting | undefined;

  /** The frame with the prebuilt call page; null: a call object has none. */
  iframe(): HTMLIFrameElement | null {
    return null;
  }

  /** Style for the prebuilt call page; a call object has nothing to style. */
  loadCss(_style: { bodyClass?: string; cssFile?: string; cssText?: string }): this {
    return this;
  }

  /** The language of the prebuilt call page, and the setting it follows from. */
  async getDailyLang(): Promise<{ lang: Language; langSetting: LanguageSetting }> {
    const langSetting = this.#language ?? this.context.options().lang ?? 'user';
    return { lang: resolveLanguage(langSetting), langSetting };
  }

  /** Emits `lang-updated`. */
  setDailyLang(lang: LanguageSetting): this {
    this.#language = lang;
    this.context.emit('lang-updated', { lang: resolveLanguage(lang), langSetting: lang });
    return this;
  }

  /** What the sidebar of the prebuilt call page shows; null: it is closed, or there is none. */
  async getSidebarView(): Promise<SidebarView> {
    return null;
  }

  /** Frames only; without effect in a call object. */
  setSidebarView(_view: SidebarView): this {
    return this;
  }

  /** Shows the frame in full screen; resolves without effect in a call object. */
  async requestFullscreen(): Promise<void> {}

  /** Ends what `requestFullscreen` began. */
  exitFullscreen(): void {}

  /** Frames only: a sound when a participant joins; a number: up to that many participants. */
  setPlayNewParticipantSound(_sound: boolean | number): void {}

  /** For trying layouts of the prebuilt call page; without effect in a call object. */
  addFakeParticipant(_details?: { aspectRatio: number }): this {
    return this;
  }

  // The second overloads make a call assignable to the published library's type: its events
  // are different types with the same fields.

  /** Adds a listener for every event of this name. */
  override on<N extends CallEventName>(event: N, listener: Listener<CallEvents[N]>): this;
  override on(event: CallEventName, listener: (event: never) => void): this;
  override on(event: CallEventName, listener: (event: never) => void): this {
    return super.on(event as never, listener as never);
  }

  /** Adds a listener for the next event of this name. */
  override once<N extends CallEventName>(event: N, listener: Listener<CallEvents[N]>): this;
  override once(event: CallEventName, listener: (event: never) => void): this;
  override once(event: CallEventName, listener: (event: never) => void): this {
    return super.once(event as never, listener as never);
  }

  /** Removes a listener. */
  override off<N extends CallEventName>(event: N, listener: Listener<CallEvents[N]>): this;
  override off(event: CallEventName, listener: (event: never) => void): this;
  override off(event: CallEventName, listener: (event: never) => void): this {
    return super.off(event as never, listener as never);
  }
}

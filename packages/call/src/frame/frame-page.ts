import { CallError } from '../core/call-error.ts';
import type {
  CustomIntegrations,
  CustomTrayButtons,
  SidebarView,
  ThemeConfig,
} from '../options/frame-options.ts';
import { type Language, type LanguageSetting, resolveLanguage } from '../options/language.ts';
import { FrameDriver } from './frame-driver.ts';
import { toFrame } from './frame-protocol.ts';
import { absolute } from './page-settings.ts';

/** The methods that concern the prebuilt call page itself. */
export class FramePage extends FrameDriver {
  loadCss(style: { bodyClass?: string; cssFile?: string; cssText?: string }): this {
    const { bodyClass, cssFile, cssText } = style;
    this.changeSettings({
      ...(bodyClass === undefined ? {} : { bodyClass }),
      ...(cssFile === undefined ? {} : { cssFile: absolute(cssFile) }),
      ...(cssText === undefined ? {} : { cssText }),
    });
    return this;
  }

  theme(): ThemeConfig | undefined {
    return this.settings.theme;
  }

  async setTheme(theme: ThemeConfig): Promise<ThemeConfig> {
    this.changeSettings({ theme });
    return theme;
  }

  async getDailyLang(): Promise<{ lang: Language; langSetting: LanguageSetting }> {
    const langSetting = this.settings.lang ?? 'user';
    return { lang: resolveLanguage(langSetting), langSetting };
  }

  setDailyLang(lang: LanguageSetting): this {
    this.changeSettings({ lang });
    return this;
  }

  customTrayButtons(): CustomTrayButtons {
    return this.settings.customTrayButtons ?? {};
  }

  updateCustomTrayButtons(customTrayButtons: CustomTrayButtons = {}): this {
    this.changeSettings({ customTrayButtons });
    return this;
  }

  customIntegrations(): CustomIntegrations {
    return this.settings.customIntegrations ?? {};
  }

  setCustomIntegrations(customIntegrations: CustomIntegrations): this {
    this.changeSettings({ customIntegrations });
    return this;
  }

  startCustomIntegrations(ids: string | readonly string[]): this {
    this.link.send(
      toFrame({ type: 'command', command: { type: 'start-integrations', ids: this.#known(ids) } }),
    );
    return this;
  }

  stopCustomIntegrations(ids: string | readonly string[]): this {
    this.link.send(
      toFrame({ type: 'command', command: { type: 'stop-integrations', ids: this.#known(ids) } }),
    );
    return this;
  }

  setShowNamesMode(showNamesMode: false | 'always' | 'never'): this {
    this.changeSettings({ showNamesMode });
    return this;
  }

  showLocalVideo(): boolean {
    return this.settings.showLocalVideo ?? true;
  }

  setShowLocalVideo(showLocalVideo = true): this {
    this.changeSettings({ showLocalVideo });
    return this;
  }

  showParticipantsBar(): boolean {
    return this.settings.showParticipantsBar ?? true;
  }

  setShowParticipantsBar(showParticipantsBar = true): this {
    this.changeSettings({ showParticipantsBar });
    return this;
  }

  async getSidebarView(): Promise<SidebarView> {
    return this.settings.sidebarView ?? null;
  }

  setSidebarView(sidebarView: SidebarView): this {
    this.changeSettings({ sidebarView });
    return this;
  }

  setPlayNewParticipantSound(newParticipantSound: boolean | number): void {
    this.changeSettings({ newParticipantSound });
  }

  addFakeParticipant(details: { aspectRatio?: number } = {}): this {
    this.link.send(
      toFrame({ type: 'command', command: { type: 'add-fake-participant', ...details } }),
    );
    return this;
  }

  #known(ids: string | readonly string[]): readonly string[] {
    const wanted = typeof ids === 'string' ? [ids] : ids;
    const unknown = wanted.filter((id) => !Object.hasOwn(this.customIntegrations(), id));
    if (unknown.length === 0) return wanted;
    throw new CallError(
      'invalid-property',
      `No such custom integration: ${unknown.join(', ')}. Set it with setCustomIntegrations().`,
    );
  }
}

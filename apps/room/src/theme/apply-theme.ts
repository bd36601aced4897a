import type { ThemeConfig } from '../state/page-state.ts';

type Colors = Extract<ThemeConfig, { colors: unknown }>['colors'];

/** The page's CSS variables for each colour of a theme. */
const PROPERTIES: Readonly<Record<keyof Colors, readonly string[]>> = {
  accent: ['--ember', '--ember-fill', '--ember-fill-hover'],
  accentText: ['--on-ember'],
  background: ['--paper', '--sheet'],
  backgroundAccent: ['--oat'],
  baseText: ['--ink'],
  border: ['--line'],
  mainAreaBg: ['--main-bg'],
  mainAreaBgAccent: ['--main-accent'],
  mainAreaText: ['--main-text'],
  supportiveText: ['--bark'],
};

/** Sets a theme's colours on the page; colours it leaves out keep their defaults. */
export function applyTheme(theme: ThemeConfig | null, dark: boolean, root: HTMLElement): void {
  const colors: Colors =
    theme === null
      ? {}
      : 'colors' in theme
        ? theme.colors
        : (dark ? theme.dark : theme.light).colors;
  for (const [name, properties] of Object.entries(PROPERTIES)) {
    const color = colors[name as keyof Colors];
    for (const property of properties) {
      if (color === undefined) root.style.removeProperty(property);
      else root.style.setProperty(property, color);
    }
  }
}

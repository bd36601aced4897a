/** Colours of the call page, as CSS takes them. */
export interface ThemeColors {
  /** Primary buttons and selected items. */
  readonly accent?: string;
  /** Text on `accent`. */
  readonly accentText?: string;
  /** Background of tray, sidebar and cards. */
  readonly background?: string;
  /** Elements that stand out on `background`. */
  readonly backgroundAccent?: string;
  /** Text on `background`. */
  readonly baseText?: string;
  /** Lines around fields and cards. */
  readonly border?: string;
  /** Behind the tiles. */
  readonly mainAreaBg?: string;
  /** Background of tiles without video. */
  readonly mainAreaBgAccent?: string;
  /** Text on `mainAreaBg`. */
  readonly mainAreaText?: string;
  /** Secondary text. */
  readonly supportiveText?: string;
}

/** One set of colours. */
export interface Theme {
  readonly colors: ThemeColors;
}

/** Colours for both schemes, or for each separately. */
export type ThemeConfig = Theme | { readonly light: Theme; readonly dark: Theme };

/** How many tiles a page of the grid has. */
export interface LayoutConfig {
  readonly grid?: { readonly maxTilesPerPage?: number; readonly minTilesPerPage?: number };
}

/** A button of the page's own in the tray of the prebuilt call page. */
export interface CustomTrayButton {
  /** Address of a picture, absolute. */
  readonly iconPath: string;
  /** Instead, where the dark colours are in use. */
  readonly iconPathDarkMode?: string;
  /** The text below the icon. */
  readonly label: string;
  /** The tooltip. */
  readonly tooltip: string;
  /** How it looks. @default 'default' */
  readonly visualState?: 'default' | 'sidebar-open' | 'active';
}

/** Buttons by id. */
export interface CustomTrayButtons {
  readonly [id: string]: CustomTrayButton;
}

/** A page shown inside the prebuilt call page, beside or instead of the tiles. */
export interface CustomIntegration {
  /** Its title. */
  readonly label: string;
  /** Instead of the tiles, which become small, or beside them. */
  readonly location: 'main' | 'sidebar';
  /** Either an address or a document, never both. */
  readonly src?: string;
  /** A whole document, instead of `src`. */
  readonly srcdoc?: string;
  /** Of the button that opens it. */
  readonly iconURL?: string;
  /** Who may start and stop it: everyone, owners, or these session ids. @default '*' */
  readonly controlledBy?: '*' | 'owners' | string[];
  /** For whom it starts and stops, too: everyone, owners, or these session ids. */
  readonly shared?: boolean | 'owners' | string[];
  /** As of an iframe; so are those below. */
  readonly loading?: 'eager' | 'lazy';
  /** What the page may use, such as `clipboard-write`. */
  readonly allow?: string;
  /** A policy the page must keep to. */
  readonly csp?: string;
  /** Of the frame's window. */
  readonly name?: string;
  /** The referrer policy. */
  readonly referrerPolicy?: HTMLIFrameElement['referrerPolicy'];
  /** The sandbox flags; when left out, those an integration commonly needs. */
  readonly sandbox?: string;
}

/** Integrations by id. */
export interface CustomIntegrations {
  readonly [id: string]: CustomIntegration;
}

/** What the sidebar shows: a view of the call page, an integration by its id, or nothing. */
export type SidebarView = null | 'people' | 'chat' | 'network' | 'breakout' | (string & {});

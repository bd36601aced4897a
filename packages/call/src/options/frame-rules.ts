import {
  anything,
  type Check,
  checkKeys,
  firstOf,
  isObject,
  isString,
  isStrings,
  isUrl,
  must,
  oneOf,
  within,
} from './predicates.ts';

const text = must(isString, 'must be a string');
const address = must(isUrl, 'must be an absolute address');
const ids = 'or a list of session ids';

const BUTTON: Readonly<Record<string, Check>> = {
  iconPath: address,
  iconPathDarkMode: address,
  label: text,
  tooltip: text,
  visualState: oneOf('default', 'sidebar-open', 'active'),
};

export const checkTrayButtons: Check = (buttons) => (buttons ? checkEach(buttons, BUTTON) : null);

const INTEGRATION: Readonly<Record<string, Check>> = {
  allow: text,
  csp: text,
  name: text,
  referrerPolicy: text,
  sandbox: text,
  srcdoc: text,
  src: address,
  iconURL: address,
  label: anything,
  loading: anything,
  location: oneOf('main', 'sidebar'),
  controlledBy: must(
    (who) => who === '*' || who === 'owners' || isStrings(who),
    `must be *, owners ${ids}`,
  ),
  shared: must(
    (who) => typeof who === 'boolean' || who === 'owners' || isStrings(who),
    `must be true, false, owners ${ids}`,
  ),
};

export const checkIntegrations: Check = (integrations) =>
  checkEach(integrations, INTEGRATION, (one) => {
    if (!('label' in one)) return 'needs a label';
    if (!('location' in one)) return 'needs a location';
    return 'src' in one === 'srcdoc' in one ? 'needs either src or srcdoc, not both' : null;
  });

function checkEach(
  all: unknown,
  checks: Readonly<Record<string, Check>>,
  whole: (one: Record<string, unknown>) => string | null = () => null,
): string | null {
  if (!isObject(all)) return 'must be an object by id';
  return firstOf(
    Object.entries(all).map(([id, one]) =>
      within(id, isObject(one) ? (whole(one) ?? checkKeys(checks, one)) : 'must be an object'),
    ),
  );
}

const COLORS = [
  'accent',
  'accentText',
  'background',
  'backgroundAccent',
  'baseText',
  'border',
  'mainAreaBg',
  'mainAreaBgAccent',
  'mainAreaText',
  'supportiveText',
];
// Anchored, because the value is inserted into a style sheet.
const color = must(
  (value) => isString(value) && /^#(?:[0-9a-f]{3}|[0-9a-f]{6}(?:[0-9a-f]{2})?)$/i.test(value),
  'must be a hex colour',
);
const PALETTE = Object.fromEntries(COLORS.map((name) => [name, color]));

export const checkTheme: Check = (theme) => {
  if (!isObject(theme)) return 'must be an object';
  if (!('light' in theme && 'dark' in theme)) return checkPalette(theme);
  return within('light', checkPalette(theme.light)) ?? within('dark', checkPalette(theme.dark));
};

function checkPalette(theme: unknown): string | null {
  if (!isObject(theme) || !('colors' in theme)) return 'needs colors, or light and dark with them';
  return within('colors', checkKeys(PALETTE, theme.colors));
}

export const checkLayout: Check = (layout) => {
  if (!isObject(layout)) return 'must be an object';
  if (!('grid' in layout)) return null;
  const { grid } = layout;
  if (!isObject(grid)) return "'grid': must be an object";
  const { minTilesPerPage: min = 1, maxTilesPerPage: max = 49 } = grid;
  const right =
    Number.isInteger(min) && Number.isInteger(max) && Number(min) >= 1 && Number(max) <= 49;
  if (!right) return "'grid': tiles per page must be integers from 1 to 49";
  return Number(min) > Number(max) ? "'grid': minTilesPerPage is above maxTilesPerPage" : null;
};

export const checkNamesMode: Check = must(
  (mode) => !mode || mode === 'always' || mode === 'never',
  'must be always, never or false',
);

export const checkIntegrationIds: Check = must(
  (value) => isString(value) || isStrings(value),
  'must be an id or a list of ids',
);

export const checkSound: Check = must(
  (value) => typeof value === 'boolean' || typeof value === 'number',
  'must be true, false or a number',
);

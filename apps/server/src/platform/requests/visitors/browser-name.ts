const BROWSERS: readonly (readonly [name: string, version: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\/(\d+)/],
  ['Opera', /\b(?:OPR|OPT)\/(\d+)/],
  ['Samsung Internet', /\bSamsungBrowser\/(\d+)/],
  ['Firefox', /\b(?:Firefox|FxiOS)\/(\d+)/],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS)\/(\d+)/],
  ['Safari', /\bVersion\/(\d+)\S* (?:Mobile\/\S+ )?Safari\//],
  ['WebKit', /\bAppleWebKit\/(\d+)/],
];

const SYSTEMS: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(?:iPhone|iPad|iPod)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac(?:intosh| OS X)\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/**
 * Which browser of which system sent a `User-Agent`, as `Firefox 140 on Linux`: enough to see what fails
 * where, too little to identify a person.
 */
export function browserName(userAgent: string): string {
  const system = SYSTEMS.find(([, mark]) => mark.test(userAgent))?.[0];
  const on = system === undefined ? '' : ` on ${system}`;
  for (const [name, version] of BROWSERS) {
    const found = version.exec(userAgent);
    if (found !== null) return `${name} ${found[1]}${on}`;
  }
  return `an unknown browser${on}`;
}

interface Style {
  readonly bodyClass?: string;
  readonly cssFile?: string;
  readonly cssText?: string;
}

const sheet = new CSSStyleSheet();
let link: HTMLLinkElement | null = null;

/** Applies the embedding page's class, style sheet and rules. The CSP limits where a sheet may come from. */
export function applyStyle({ bodyClass, cssFile, cssText }: Style): void {
  if (bodyClass !== undefined) document.body.className = bodyClass;
  if (cssText !== undefined) {
    sheet.replaceSync(cssText);
    if (!document.adoptedStyleSheets.includes(sheet)) document.adoptedStyleSheets.push(sheet);
  }
  if (cssFile === undefined || link?.href === cssFile) return;
  link?.remove();
  link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = cssFile;
  document.head.append(link);
}

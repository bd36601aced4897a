const KEY = 'kindling.kept-fields';
/** How long a field may take to appear after the load: some come with late parts of the page, ms. */
const PATIENCE = 15_000;

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
type Kept = Readonly<Record<string, string>>;

/** Before the page is loaded anew by itself: what stands in its named fields, for this tab alone. */
export function keepFields(): void {
  const kept: Record<string, string> = {};
  for (const field of fields()) if (field.value !== '') kept[nameOf(field)] = field.value;
  if (Object.keys(kept).length === 0) return;
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ path: window.location.pathname, kept }));
  } catch {
    // Storage may be forbidden: then it is typed again.
  }
}

/** After such a load: gives the fields back what stood in them, as they appear. */
export function restoreFields(): void {
  const waiting = new Map(Object.entries(takeKept()));
  if (waiting.size === 0) return;
  const restore = () => {
    for (const field of fields()) {
      const value = waiting.get(nameOf(field));
      if (value === undefined) continue;
      waiting.delete(nameOf(field));
      if (field.value === '') write(field, value);
    }
    if (waiting.size === 0) observer.disconnect();
  };
  const observer = new MutationObserver(restore);
  observer.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), PATIENCE);
  restore();
}

function takeKept(): Kept {
  try {
    const { path, kept } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}');
    sessionStorage.removeItem(KEY);
    return path === window.location.pathname && typeof kept === 'object' ? kept : {};
  } catch {
    return {};
  }
}

/** Not passwords, files, choices, and what nobody sees, as traps for robots are. */
function fields(): Field[] {
  const all = document.querySelectorAll<Field>('input[name], textarea[name], select[name]');
  const typed = ['text', 'email', 'tel', 'url', 'search', 'number', 'textarea', 'select-one'];
  return [...all].filter((field) => typed.includes(field.type) && field.offsetParent !== null);
}

function nameOf(field: Field): string {
  return `${field.form?.getAttribute('aria-label') ?? ''}/${field.name}`;
}

/** As if it were typed: React hears of nothing else. */
function write(field: Field, value: string): void {
  const setter = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set;
  setter?.call(field, value);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));
}

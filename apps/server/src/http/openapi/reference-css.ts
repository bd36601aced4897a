/** The look of the reference: the site's colours, the reader's own fonts. */
export const REFERENCE_CSS = `
:root { color-scheme: light dark; --paper: #fbf4e8; --sheet: #fffaf1; --ink: #221610; --bark: #5c4637; --rule: #22161029; --ember: #b93a12; --pine: #1f4a40; --pine-soft: #d5e3d5; }
@media (prefers-color-scheme: dark) { :root { --paper: #1a110c; --sheet: #251912; --ink: #fbeeda; --bark: #cbb39c; --rule: #fbeeda26; --ember: #ff9160; --pine: #b9d8c4; --pine-soft: #0d2520; } }
* { box-sizing: border-box; }
html { scroll-padding-top: 1.5rem; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 ui-sans-serif, system-ui, sans-serif; display: grid; grid-template-columns: minmax(0, 1fr); }
header, main, nav { padding: 0 clamp(1rem, 4vw, 3rem); max-width: 60rem; }
header { padding-top: 2.5rem; }
h1 { font: 700 clamp(2rem, 5vw, 3rem)/1.1 ui-serif, Georgia, serif; margin: 0 0 1rem; }
h2 { font: 700 1.75rem/1.2 ui-serif, Georgia, serif; margin: 3rem 0 1rem; }
h3 { margin: 0; font-size: 1rem; font-weight: 400; overflow-wrap: anywhere; }
h4 { margin: 1rem 0 0.25rem; font-size: 0.875rem; color: var(--bark); }
a { color: var(--ember); text-underline-offset: 0.2em; }
h3 a { color: inherit; text-decoration: none; }
h3 a:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--ember); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; inset-inline-start: 1rem; inset-block-start: -4rem; background: var(--sheet); padding: 0.5rem 1rem; }
.skip:focus { inset-block-start: 0.5rem; }
.brand { font-weight: 700; margin: 0 0 1.5rem; }
nav ul { list-style: none; margin: 1.5rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: 0.25rem 1rem; }
nav a { display: inline-block; padding: 0.25rem 0; min-height: 24px; }
article { background: var(--sheet); border: 1px solid var(--rule); border-radius: 12px; padding: 1rem 1.25rem; margin: 0 0 1rem; content-visibility: auto; contain-intrinsic-size: auto 30rem; }
article p { margin: 0.5rem 0 0; }
code { font: 0.9em ui-monospace, monospace; }
.who { color: var(--bark); font-size: 0.9375rem; }
pre { margin: 0.25rem 0 0; padding: 0.75rem 1rem; font-size: 0.9375rem; line-height: 1.5; tab-size: 2; background: var(--paper); border-radius: 8px; white-space: pre-wrap; overflow-wrap: anywhere; }
search label { display: block; font-weight: 700; margin: 1.5rem 0 0.25rem; }
search input { font: inherit; color: inherit; background: var(--sheet); border: 1px solid var(--bark); border-radius: 8px; padding: 0.5rem 0.75rem; width: min(100%, 28rem); }
search p { margin: 0.25rem 0 0; min-height: 1.6em; color: var(--bark); }
[hidden] { display: none !important; }
.method { font-weight: 700; padding: 0.1rem 0.4rem; border-radius: 6px; background: var(--pine-soft); color: var(--pine); }
.method.delete { background: transparent; color: var(--ember); border: 1px solid currentColor; }
dl { margin: 0.25rem 0 0; }
dl > div { display: grid; grid-template-columns: minmax(0, 18rem) minmax(0, 1fr); gap: 0 1rem; padding: 0.3rem 0; border-top: 1px solid var(--rule); }
dt, dd { margin: 0; overflow-wrap: anywhere; }
dt em { color: var(--bark); font-size: 0.85em; }
dd { color: var(--bark); }
summary { cursor: pointer; min-height: 24px; color: var(--ember); }
@media (max-width: 40rem) { dl > div { grid-template-columns: minmax(0, 1fr); } dl dl { padding-inline-start: 1rem; } }
@media (min-width: 80rem) {
  body { grid-template-columns: 15rem minmax(0, 60rem); grid-template-areas: ". head" "nav main"; justify-content: center; }
  header { grid-area: head; } main { grid-area: main; }
  nav { grid-area: nav; position: sticky; top: 0; align-self: start; max-height: 100vh; overflow: auto; padding-block: 2rem; }
  nav ul { display: block; margin: 0; }
}
`;

/** The look of the invitation: the site's colours and shapes, the reader's own fonts. */
export const invitationCss = `:root { color-scheme: light dark; --paper: #fbf4e8; --sheet: #fffaf1; --ink: #221610; --bark: #5c4637; --rule: #22161029; --rule-strong: #2216107a; --ember: #b93a12; --fill: #bf3d13; --fill-hover: #9d300d; --on-fill: #fff6e8; }
@media (prefers-color-scheme: dark) { :root { --paper: #1a110c; --sheet: #251912; --ink: #fbeeda; --bark: #cbb39c; --rule: #fbeeda26; --rule-strong: #fbeeda8c; --ember: #ff9160; --fill: #c8451a; --fill-hover: #b43c13; --on-fill: #fff8ee; } }
* { box-sizing: border-box; }
body { min-height: 100vh; margin: 0; padding: clamp(1.25rem, 5vh, 4rem) clamp(1rem, 4vw, 3rem); background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 ui-sans-serif, system-ui, sans-serif; }
header, main { max-width: 36rem; margin: 0 auto; }
.brand { display: inline-flex; align-items: center; gap: 0.6rem; min-height: 2.75rem; color: inherit; font: 400 1.25rem/1 Georgia, ui-serif, serif; text-decoration: none; }
.brand img { width: 2rem; height: 2rem; }
main { margin-top: clamp(1rem, 4vh, 2.5rem); padding: clamp(1.25rem, 5vw, 2.5rem); background: var(--sheet); border: 1px solid var(--rule); border-radius: 1.25rem; }
h1 { margin: 0 0 1rem; font: 400 clamp(1.7rem, 1.3rem + 1.5vw, 2.25rem)/1.15 Georgia, ui-serif, serif; letter-spacing: -0.01em; text-wrap: balance; overflow-wrap: anywhere; }
h2 { margin: 2rem 0 0.5rem; font-size: 1.0625rem; }
p { margin: 0 0 1rem; overflow-wrap: anywhere; }
main > :last-child, form > :last-child { margin-bottom: 0; }
a { color: var(--ember); text-underline-offset: 0.2em; }
dl { margin: 1.5rem 0; }
dl > div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.6rem 0; border-top: 1px solid var(--rule); }
dl > div:last-child { border-bottom: 1px solid var(--rule); }
dt { flex: 0 0 8rem; color: var(--bark); }
dd { flex: 1 1 12rem; margin: 0; overflow-wrap: anywhere; }
label { display: block; font-weight: 600; }
.hint { color: var(--bark); font-weight: 400; }
input { display: block; width: 100%; min-height: 3rem; margin: 0.3rem 0 1.25rem; padding: 0.6rem 0.85rem; border: 2px solid var(--rule-strong); border-radius: 0.75rem; background: var(--paper); color: inherit; font: inherit; }
input.key, pre { font: 0.9375rem/1.5 ui-monospace, monospace; }
pre { margin: 0 0 1rem; padding: 0.85rem 1rem; border-radius: 0.75rem; background: var(--paper); white-space: pre-wrap; overflow-wrap: anywhere; }
button { min-height: 3.25rem; padding: 0.75rem 1.5rem; border: 2px solid transparent; border-radius: 0.9rem; background: var(--fill); color: var(--on-fill); font: inherit; font-weight: 650; cursor: pointer; }
button:hover { background: var(--fill-hover); }
:focus-visible { outline: 3px solid var(--ember); outline-offset: 3px; border-radius: 0.9rem; }
.warning { padding-inline-start: 1rem; border-inline-start: 4px solid var(--ember); font-weight: 600; }
@media (max-width: 30rem) { button { width: 100%; } }
@media (forced-colors: active) { button { border-color: ButtonText; } }
`;

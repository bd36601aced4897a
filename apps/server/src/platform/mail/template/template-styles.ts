const TEXT = 'font-family:Figtree,system-ui,-apple-system,Segoe UI,Helvetica,Arial,sans-serif';
const DISPLAY = 'font-family:Young Serif,Georgia,Times New Roman,serif';

/** The site's colours (light in the attributes, dark in the style sheet) for mail programs. */
export const templateStyles = {
  body: `margin:0;padding:0;background:#fbf4e8;color:#221610;${TEXT};font-size:16px;line-height:1.5`,
  preview: 'display:none;max-height:0;overflow:hidden;opacity:0',
  sheet: 'max-width:560px;background:#fffaf1;border:1px solid #e6d8c3;border-radius:14px',
  band: 'height:6px;line-height:6px;font-size:0;background:#bf3d13;border-radius:13px 13px 0 0',
  name: `margin:0 0 18px;color:#b93a12;${DISPLAY};font-size:18px`,
  heading: `margin:0 0 14px;color:#221610;${DISPLAY};font-size:26px;line-height:1.2;font-weight:400`,
  paragraph: `margin:0 0 14px;color:#221610;${TEXT};font-size:16px;line-height:1.5`,
  label: `padding:10px 14px 10px 0;border-top:1px solid #e6d8c3;color:#5c4637;${TEXT};font-size:14px;line-height:1.5;font-weight:600;white-space:nowrap`,
  value: `padding:10px 0;border-top:1px solid #e6d8c3;color:#221610;${TEXT};font-size:16px;line-height:1.5;overflow-wrap:anywhere`,
  past: 'text-decoration:line-through',
  button: `display:inline-block;padding:12px 22px;background:#bf3d13;color:#fff6e8;${TEXT};font-size:16px;font-weight:600;text-decoration:none;border-radius:999px`,
  footer: 'padding:16px 28px 22px;border-top:1px solid #e6d8c3',
  small: `margin:0 0 6px;color:#5c4637;${TEXT};font-size:13px;line-height:1.5`,
  link: 'color:#b93a12',
  dark: `@media (prefers-color-scheme: dark) {
.paper { background: #1a110c !important; }
.sheet { background: #251912 !important; border-color: #463528 !important; }
.ink { color: #fbeeda !important; }
.bark { color: #cbb39c !important; }
.ember { color: #ff9160 !important; }
.rule { border-color: #463528 !important; }
}`,
} as const;

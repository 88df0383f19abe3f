/**
 * Style sheet of the reference page. It has its own address, because the content security policy forbids inline styles.
 */
export const referenceStyle = `:root {
  color-scheme: light dark;
  --canvas: #f7f8f8; --surface: #ffffff; --line: #d9dede; --text: #1c2525; --text-2: #51605f; --accent: #0b6e66;
}
@media (prefers-color-scheme: dark) {
  :root { --canvas: #111717; --surface: #1a2121; --line: #344040; --text: #e6ecec; --text-2: #a4b3b2; --accent: #5fd0c4; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--canvas); color: var(--text); font: 14px/1.5 system-ui, sans-serif; }
a { color: var(--accent); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
header, main, nav { max-width: 1040px; margin: 0 auto; padding: 0 20px; }
header { padding-top: 32px; }
h1 { font-size: 24px; line-height: 32px; margin: 0 0 8px; }
h2 { font-size: 18px; margin: 40px 0 8px; }
h3 { font-size: 15px; margin: 0; overflow-wrap: anywhere; }
h4 { font-size: 14px; margin: 16px 0 4px; }
p { margin: 4px 0; color: var(--text-2); max-width: 80ch; }
nav ul { display: flex; flex-wrap: wrap; gap: 4px 16px; padding: 0; list-style: none; }
nav a { display: inline-block; padding: 4px 0; }
article { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 16px; margin: 12px 0; }
code, .path { font-family: ui-monospace, monospace; font-size: 13px; }
.method { display: inline-block; min-width: 56px; color: var(--accent); font-weight: 600; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; margin: 8px 0 0; }
dt { color: var(--text-2); }
dd { margin: 0; overflow-wrap: anywhere; }
summary { cursor: pointer; padding: 4px 0; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; min-width: 560px; }
th, td { text-align: left; vertical-align: top; padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); }
th { color: var(--text-2); font-weight: 500; }
@media (max-width: 640px) { dl { grid-template-columns: 1fr; } dd { margin-bottom: 6px; } }
`;

import { PALETTES, paletteProperties } from './palette.ts'

/** The one style sheet of our pages: light and dark by the reader's setting, from 320 px wide, no web fonts. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  ${paletteProperties(PALETTES.light)}
}
@media (prefers-color-scheme: dark) {
  :root {
    ${paletteProperties(PALETTES.dark)}
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
}
main { max-width: 46rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .5rem; letter-spacing: -.01em; }
h2 { font-size: 1.2rem; margin: 2.25rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; overflow-wrap: anywhere; }
p { margin: .5rem 0; }
a { color: var(--accent); }
.lead { font-size: 1.1rem; color: var(--soft); }
.note { background: var(--note); color: var(--note-ink); border-radius: .5rem; padding: .6rem .9rem; margin: 0 0 1.5rem; }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: .9rem; margin-top: 1.5rem; }
.card {
  display: block; background: var(--card); border: 1px solid var(--line); border-radius: .6rem; padding: .9rem 1rem;
  color: inherit; text-decoration: none;
}
a.card:hover, a.card:focus-visible { border-color: var(--accent); }
.card b { display: block; color: var(--accent); }
.card span { color: var(--soft); font-size: .93rem; }
section.card { margin-top: 1rem; }
code, pre { font: .875rem/1.5 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; }
code { overflow-wrap: anywhere; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .7rem .9rem; white-space: pre-wrap; overflow-wrap: anywhere; margin: .5rem 0; }
ul { padding-left: 1.25rem; }
li { margin: .35rem 0; }
li .tag { display: block; font-size: .8rem; }
dl { display: grid; grid-template-columns: minmax(6rem, max-content) 1fr; gap: .35rem 1rem; margin: .75rem 0; }
dt { color: var(--soft); }
dd { margin: 0; }
.tag { color: var(--soft); font-size: .85rem; }
footer { margin-top: 3rem; color: var(--soft); font-size: .9rem; }
@media (max-width: 30rem) {
  main { padding-top: 1.25rem; }
  h1 { font-size: 1.6rem; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd { margin-bottom: .6rem; }
}
`

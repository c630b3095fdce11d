import { PALETTES, type Palette } from '../kit/palette.ts'

const FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

/**
 * The bar above the reference, and our colours in the place of the bundled theme's. The reader's choice of light or
 * dark is a class on the body.
 */
export const DOCS_STYLE = `
:root { color-scheme: light dark; --scalar-custom-header-height: 2.75rem; }
body { margin: 0; background: ${PALETTES.light.paper}; color: ${PALETTES.light.ink}; font: 15px/1.5 ${FONTS}; }
@media (prefers-color-scheme: dark) { body { background: ${PALETTES.dark.paper}; color: ${PALETTES.dark.ink}; } }
#reference:not(:has(*)) { padding: 2rem 1.25rem; }
.light-mode { ${scalarColours(PALETTES.light)} }
.dark-mode { ${scalarColours(PALETTES.dark)} }
body.light-mode, body.dark-mode { background: var(--scalar-background-1); color: var(--scalar-color-1); }
.bar {
  position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: var(--scalar-custom-header-height);
  display: flex; align-items: center; gap: 1.1rem; padding: 0 3.5rem 0 1.25rem;
  background: ${PALETTES.dark.card}; color: ${PALETTES.dark.ink};
  line-height: 1; white-space: nowrap;
}
.bar a { color: inherit; text-decoration: none; display: flex; align-items: center; gap: .5rem; }
.bar a:hover, .bar a:focus-visible { text-decoration: underline; }
.bar a:first-child { font-weight: 600; }
.bar p { margin: 0 0 0 auto; color: ${PALETTES.dark.noteInk}; }
@media (max-width: 40rem) { .bar { padding: 0 1rem; gap: .8rem; font-size: 14px; } .bar p span { display: none; } }
`

function scalarColours({ paper, ink, soft, line, card, accent }: Palette): string {
  return [
    `--scalar-background-1: ${paper}; --scalar-background-2: ${card}; --scalar-background-3: ${line};`,
    `--scalar-color-1: ${ink}; --scalar-color-2: ${soft}; --scalar-color-3: ${soft};`,
    `--scalar-color-accent: ${accent}; --scalar-border-color: ${line};`,
  ].join(' ')
}

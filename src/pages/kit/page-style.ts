import { readFileSync } from 'node:fs'
import { PALETTES, paletteProperties } from './palette.ts'

/** Its parts, in the order in which they apply. */
const PARTS = [
  'elements',
  'frame',
  'text',
  'choices',
  'cards',
  'tables',
  'people',
  'charts',
  'feeds',
  'messages',
  'documents',
  'widths',
].map((name) => readFileSync(new URL(`../browser/style/${name}.css`, import.meta.url), 'utf8'))
const DARK = `color-scheme: dark; ${paletteProperties(PALETTES.dark)}`

/**
 * The one style sheet of our pages: light and dark by the reader's setting or choice, from 320 px wide, no web fonts.
 */
export const PAGE_STYLE = `:root { color-scheme: light; ${paletteProperties(PALETTES.light)} }
@media (prefers-color-scheme: dark) { :root:not([data-theme=light]) { ${DARK} } }
:root[data-theme=dark] { ${DARK} }
${PARTS.join('')}`

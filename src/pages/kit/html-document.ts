import type { Html } from './html.ts'
import { html } from './html.ts'

interface HtmlDocument {
  title: string
  /** `light` or `dark`. @default as the reader's system or choice has it */
  theme?: string | null
  /** The head's content beside the title and the icon. */
  head: Html
  body: Html
}

/** A whole HTML document as text, as wide as the screen that shows it. */
export function htmlDocument({ title, theme = null, head, body }: HtmlDocument): string {
  return html`<!doctype html>
<html lang="en"${theme !== null && html` data-theme="${theme}"`}>
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/assets/pequod.svg" type="image/svg+xml">
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`.toString()
}

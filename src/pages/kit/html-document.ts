import { type Html, html } from './html.ts'

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
    <link rel="manifest" href="/manifest.webmanifest">
    ${head}
  </head>
  <body>
    ${body}
  </body>
</html>
`.toString()
}

/** The sources that a page may load, by the directive of its Content-Security-Policy. */
type PageSources = Readonly<
  Partial<
    Record<
      | 'script-src'
      | 'style-src'
      | 'style-src-elem'
      | 'style-src-attr'
      | 'img-src'
      | 'font-src'
      | 'connect-src'
      | 'worker-src'
      | 'manifest-src'
      | 'form-action'
      | 'frame-ancestors',
      string
    >
  >
>

/** Returns the Content-Security-Policy of a page: it forbids other sources, forms and frames. */
export function pagePolicy(sources: PageSources): string {
  const directives = {
    'default-src': "'none'",
    ...sources,
    'base-uri': "'none'",
    'form-action': sources['form-action'] ?? "'none'",
    'frame-ancestors': sources['frame-ancestors'] ?? "'none'",
  }
  return Object.entries(directives)
    .map(([directive, source]) => `${directive} ${source}`)
    .join('; ')
}

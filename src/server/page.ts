import type { Html } from './html.ts'
import { html } from './html.ts'

/** Said wherever a person could take invented numbers for real ones. */
export const SIMULATION_NOTICE =
  'Simulated data. Every trader, market and trade here is invented by the demo world; none of it happened.'

/** What stands on a page. */
export interface PageContent {
  title: string
  /** True: the page says that its data is simulated, before anything else. */
  simulated: boolean
  body: Html
}

/** A whole page as text; its style comes from `/assets/pequod.css`, and nothing from elsewhere. */
export function page({ title, simulated, body }: PageContent): string {
  const notice = simulated ? html`<p class="note" role="note">${SIMULATION_NOTICE}</p>` : html``
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="/assets/pequod.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/assets/pequod.css">
  </head>
  <body>
    <main>
      ${notice}
      ${body}
    </main>
  </body>
</html>
`.html
}

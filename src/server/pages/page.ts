import type { Html } from './html.ts'
import { html } from './html.ts'
import { htmlDocument } from './html-document.ts'
import { pagePolicy } from './page-policy.ts'

/** A page runs no script and loads nothing from elsewhere. */
export const PAGE_POLICY = pagePolicy({ 'style-src': "'self'", 'img-src': "'self'" })

/** Said wherever a person could take invented numbers for real ones. */
const SIMULATION_NOTICE =
  'Simulated data. Every trader, market and trade here is invented by the demo world; none of it happened.'

/** What stands on a page. */
export interface PageContent {
  title: string
  /** True: the page says that its data is simulated, before anything else. */
  simulated: boolean
  body: Html
  /** Seconds after which the browser loads the page again. @default never */
  reloadAfter?: number
}

/** A whole page as text; its style comes from `/assets/pequod.css`, and nothing from elsewhere. */
export function page({ title, simulated, body, reloadAfter }: PageContent): string {
  return htmlDocument({
    title,
    head: html`<link rel="stylesheet" href="/assets/pequod.css">
    ${reloadAfter === undefined ? html`` : html`<meta http-equiv="refresh" content="${reloadAfter}">`}`,
    body: html`<main>
      ${simulated ? html`<p class="note" role="note">${SIMULATION_NOTICE}</p>` : html``}
      ${body}
    </main>`,
  })
}

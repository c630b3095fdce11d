import type { RestRoute } from '../rest/route.ts'
import { examplePath, type LiveExamples } from './example-path.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'

/**
 * A path that works, as a link; one that is for callers who are signed in as text, since no link can send a key, and so
 * is one whose example only shows the form.
 */
export function exampleLink(route: RestRoute, live: LiveExamples): Html {
  const path = examplePath(route, live)
  if (route.failures.includes('UNAUTHENTICATED'))
    return html`<code>${path}</code> with a key in <code>X-API-Key</code>`
  const leadsNowhere = Object.values(route.parameters).some(
    ({ name, isFormOnly }) => isFormOnly && !(name in live),
  )
  if (leadsNowhere) return html`<code>${route.path}</code>`
  return html`<a href="${path}"><code>${path}</code></a>`
}

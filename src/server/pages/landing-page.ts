import { dayText } from '../../ledger/quantities.ts'
import type { RestRoute } from '../../rest/routes/route.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { exampleLink } from './example-link.ts'
import type { LiveExamples } from './example-path.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { page } from './page.ts'

/** What the start page says. */
export interface LandingContent {
  /** The newest snapshot; null before the first refresh. */
  snapshot: Snapshot | null
  routes: readonly RestRoute[]
  examples: LiveExamples
  /** Where the service was reached, such as `http://127.0.0.1:4000`. */
  origin: string
}

/** The start page: what this is, what it holds, and where to look. */
export function landingPage({ snapshot, routes, examples, origin }: LandingContent): string {
  return page({
    title: 'Pequod',
    simulated: snapshot?.simulated ?? false,
    body: html`
      <h1>Pequod</h1>
      <p class="lead">Leaderboards, trader profiles, whale alerts and smart-money signals from public on-chain
      prediction-market activity.</p>
      ${contents(snapshot)}
      <div class="cards">
        <a class="card" href="/graphql"><b>GraphiQL</b><span>Ask in GraphQL, with examples to start from.</span></a>
        <a class="card" href="/docs"><b>REST reference</b><span>Every path, to read and to try.</span></a>
      </div>
      <h2>Look</h2>
      <ul>${routes.map((route) => routeItem(route, examples))}</ul>
      <h2>From a terminal</h2>
      <pre>curl '${origin}/v1/leaderboard/pnl-30d?limit=5'</pre>
      <pre>curl ${origin}/graphql -H 'content-type: application/json' \\
  -d '{"query":"{ leaderboard(id: \\"pnl-30d\\") { entries(first: 5) { nodes { rank username pnl } } } }"}'</pre>`,
  })
}

function contents(snapshot: Snapshot | null): Html {
  if (snapshot === null) {
    return html`<p>No snapshot yet: ingest data, then run <code>pequod refresh</code>.</p>`
  }
  const number = new Intl.NumberFormat('en')
  const last = new Date(snapshot.cutoff.time * 1000).toISOString().slice(0, 16).replace('T', ' ')
  return html`<p>It holds ${number.format(snapshot.traders)} traders and ${number.format(snapshot.events)} events, from
      ${dayText(snapshot.firstDay)} to ${last} UTC.</p>`
}

/** Paths that no link leads to are left to the reference. */
function routeItem(route: RestRoute, examples: LiveExamples): Html {
  const link = exampleLink(route, examples)
  if (link === null) return html``
  return html`
        <li><a href="${link}">${route.summary}</a> <code class="tag">${link}</code></li>`
}

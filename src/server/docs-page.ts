import { ERROR_CATALOGUE } from '../errors.ts'
import type { RestParameter, RestRoute } from '../rest/route.ts'
import { exampleLink } from './example-link.ts'
import type { LiveExamples } from './example-path.ts'
import type { Html } from './html.ts'
import { html } from './html.ts'
import { page } from './page.ts'

/** What the page is made of. */
export interface DocsContent {
  routes: readonly RestRoute[]
  simulated: boolean
  examples: LiveExamples
}

/** The page of REST: every path with its parameters and failures, made from the route table. */
export function docsPage({ routes, simulated, examples }: DocsContent): string {
  return page({
    title: 'Pequod: REST',
    simulated,
    body: html`
      <h1>REST</h1>
      <p class="lead">Every path answers GET with JSON. Lists stand under <code>items</code>; money is in US dollars,
      times are UTC, fractions are 0 to 1.</p>
      <p>A failure is <code>{"detail": "…", "code": "…"}</code>: one sentence on what to do, and a stable code. With
      status 422, <code>errors</code> lists each parameter that cannot be used. An answer changes only with a new
      snapshot: send its <code>ETag</code> back in <code>If-None-Match</code>, and 304 says that yours still holds.</p>
      ${routes.map((route) => routeSection(route, examples))}
      <footer><a href="/">Start page</a> · <a href="/graphql">GraphiQL</a></footer>`,
  })
}

function routeSection(route: RestRoute, examples: LiveExamples): Html {
  const parameters = Object.values(route.parameters)
  return html`
      <section class="card">
        <h3><code>GET ${route.path}</code></h3>
        <p>${route.description}</p>
        ${parameters.length === 0 ? html`` : html`<dl>${parameters.map(parameterRow)}</dl>`}
        <p class="tag">Failures: ${failureList(route)}</p>
        <p>Try ${exampleLink(route, examples)}</p>
      </section>`
}

function parameterRow(parameter: RestParameter): Html {
  const place = parameter.in === 'path' ? 'in the path' : parameter.required ? 'required' : 'optional'
  return html`
          <dt><code>${parameter.name}</code> <span class="tag">${place}</span></dt>
          <dd>${parameter.description} Accepted: ${parameter.type.accepts}.</dd>`
}

function failureList(route: RestRoute): string {
  return route.failures.map((code) => `${ERROR_CATALOGUE[code].status} ${code}`).join(', ')
}

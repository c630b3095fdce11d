import { ERROR_CATALOGUE } from '../../errors.ts'
import { parametersOf } from '../../rest/parameters/parameters-of.ts'
import type { RestParameter, RestRoute } from '../../rest/route.ts'
import { type Html, html } from '../kit/html.ts'

export interface PlainReference {
  routes: readonly RestRoute[]
  examples: LiveExamples
}

/** The reference of REST without script: every path with its parameters and failures, made from the route table. */
export function plainReference({ routes, examples }: PlainReference): Html {
  return html`
      <h1>REST</h1>
      <p class="lead">Paths return JSON. Lists are in <code>items</code>; money is in US dollars,
      times are UTC, fractions are 0 to 1.</p>
      <p>An error is <code>{"detail": "…", "code": "…"}</code>: a sentence that says what to do, and a stable code. With
      status 422, <code>errors</code> lists each parameter that cannot be used. An answer changes only with a new
      snapshot: send its <code>ETag</code> in <code>If-None-Match</code>; 304 means that your copy is current.</p>
      ${routes.map((route) => routeSection(route, examples))}`
}

function routeSection(route: RestRoute, examples: LiveExamples): Html {
  const parameters = Object.values(parametersOf(route))
  return html`
      <section class="card">
        <h3><code>${route.method ?? 'GET'} ${route.path}</code></h3>
        <p>${route.description}</p>
        ${parameters.length === 0 ? html`` : html`<dl>${parameters.map(parameterRow)}</dl>`}
        <p class="tag">Failures: ${failureList(route)}</p>
        ${route.method === undefined ? html`<p>Try ${exampleOf(route, examples)}</p>` : html``}
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

function exampleOf(route: RestRoute, examples: LiveExamples): Html {
  const link = exampleLink(route, examples)
  if (link !== null) return html`<a href="${link}"><code>${link}</code></a>`
  if (!route.failures.includes('UNAUTHENTICATED')) return html`<code>${route.path}</code>`
  return html`<code>${examplePath(route, examples)}</code> with a key in <code>X-API-Key</code>`
}

/**
 * The address of a path with examples, for a link that works in any browser; null for a path that is for callers who
 * are signed in, since no link can send a key, and for one whose example only shows the form.
 */
function exampleLink(route: RestRoute, live: LiveExamples): string | null {
  if (route.failures.includes('UNAUTHENTICATED')) return null
  const leadsNowhere = Object.values(route.parameters).some(
    ({ name, isFormOnly }) => isFormOnly && !(name in live),
  )
  return leadsNowhere ? null : examplePath(route, live)
}

/** Values that work with the served data, by parameter, instead of the route's own examples. */
export type LiveExamples = Readonly<Record<string, string>>

/** A path that works, from the examples of the route's parameters. */
export function examplePath(route: RestRoute, live: LiveExamples): string {
  const parameters = Object.values(route.parameters).map((parameter) => ({
    ...parameter,
    example: live[parameter.name] ?? parameter.example,
  }))
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)), route.path)
  const query = parameters.flatMap(({ in: place, name, example }) =>
    place === 'query' && example !== '' ? [`${name}=${encodeURIComponent(example)}`] : [],
  )
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

import { meets, type Tier } from '../../access/tier.ts'
import { setVariable } from '../../rest/parameters/read-parameters.ts'
import type { RestRoute } from '../../rest/route.ts'
import { ROUTES } from '../../rest/routes/routes.ts'
import { type Html, html } from './html.ts'
import { type AddressParameters, address } from './links.ts'
import { browserOperation } from './operation-form.ts'

/** A view for programs: a path of REST with its parameters. */
export interface Shown {
  route: RestRoute
  /** By the path's parameter. */
  parameters: AddressParameters
  /** The part of the list that the page shows, for its query; a file has the list from its start. @default as the path has it */
  part?: { limit: number; cursor: string | undefined }
  /** Columns of its file, as `columns` names them. @default all */
  columns?: readonly string[]
  /** The format of its file. @default csv */
  format?: string
}

/** The view of a path. @param name of its operation @param columns see {@link Shown} */
export function shownBy(
  name: string,
  parameters: AddressParameters = {},
  columns?: readonly string[],
): Shown {
  const route = ROUTES.find((one) => one.name === name)
  if (route === undefined) throw new Error(`There is no path ${name}.`)
  return { route, parameters, ...(columns && { columns }) }
}

/** Returns the path of a view's JSON, or of another format of it. */
export function shownPath({ route, parameters }: Shown, extra: AddressParameters = {}): string {
  const inPath = Object.values(route.parameters).filter((parameter) => parameter.in === 'path')
  const path = inPath.reduce(
    (text, { name }) => text.replace(`{${name}}`, encodeURIComponent(String(parameters[name] ?? ''))),
    route.path,
  )
  const inQuery = Object.entries(parameters).filter(([name]) => !inPath.some((one) => one.name === name))
  return address(path, { ...Object.fromEntries(inQuery), ...extra })
}

/** A link to a view's rows as a file. The page's script fetches it with the key of the tab. */
export function csvLink(shown: Shown, words: string, className = ''): Html {
  const path = shownPath(shown, { format: shown.format ?? 'csv', columns: shown.columns?.join(',') ?? null })
  return html`<a${className && html` class="${className}"`} href="${path}" data-download>${words}</a>`
}

/** The button of a file of a path's rows: for other readers than Pro it says what it needs. */
export function csvButton(shown: Shown, tier: Tier, words = 'CSV'): Html {
  return ofPro(tier, csvLink(shown, words, 'pill'))
}

/** A link to a file for Pro; for others what it needs. */
export function ofPro(tier: Tier, link: Html): Html {
  if (meets(tier, 'PRO')) return link
  return html`<details class="menu pop"><summary>CSV</summary><div class="card small">A file of this table, with its filters, order and day, is for Pro accounts. <a href="/account">Sign in or use a key</a></div></details>`
}

/**
 * The view as curl, as GraphQL with its variables, as a link into GraphiQL, and as JSON and CSV.
 * @param mayExport true: its reader may have rows as a file
 */
export function copyQuery(shown: Shown, mayExport: boolean): Html {
  const { route, part } = shown
  const parameters = { ...shown.parameters, ...part }
  const { text: query } = browserOperation(route.operation)
  const variables = JSON.stringify(variablesOf(route, parameters))
  const path = shownPath({ route, parameters })
  return html`<details class="menu"><summary>Query this page</summary>
    <h3>curl</h3>
    <pre data-copy="curl">curl '<span data-origin>https://HOST</span>${path}'</pre>
    <h3>GraphQL</h3>
    <pre data-copy="graphql">${query}

# Variables
# ${variables}</pre>
    <p><a href="${address('/graphql', { query, variables })}">Open in GraphiQL</a> · <a href="${path}">As JSON</a>${
      mayExport && route.rows !== undefined && html` · ${csvLink(shown, 'As CSV')}`
    }</p>
  </details>`
}

/** Returns the variables that the parameters set, in the values of GraphQL; what does not fit is left to the answer. */
export function variablesOf(route: RestRoute, parameters: AddressParameters): Record<string, unknown> {
  const variables = {}
  for (const [variable, { name, type, sets }] of Object.entries(route.parameters)) {
    const given = parameters[name]
    if (given === null || given === undefined || given === '') continue
    const read = type.schema.safeParse(String(given))
    setVariable(variables, sets ?? [variable], read.success ? read.data : given)
  }
  return variables
}

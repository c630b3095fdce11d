import { parametersOf } from '../../../src/rest/parameters/parameters-of.ts'
import { ROUTES } from '../../../src/rest/routes/routes.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Paths of one parameter that the table lists; where there are more, the table of paths shows them. */
const LISTED = 4

/** Every parameter of REST once, with the paths that take it, what is accepted and what it does. */
export function parameterTable(): string {
  const paths = new Map<string, string[]>()
  for (const route of ROUTES)
    for (const { name, type, description } of Object.values(parametersOf(route))) {
      // The table is on the page that the descriptions link to.
      const row = JSON.stringify([name, type.accepts, description.replaceAll('](/docs/api#', '](#')])
      paths.set(row, [...(paths.get(row) ?? []), route.path])
    }
  const rows = [...paths].map(([row, taking]) => {
    const [name, ...said]: string[] = JSON.parse(row)
    const listed = taking.length > LISTED ? `${taking.length} paths, see above` : taking.map(code).join(' ')
    return [code(name ?? ''), ...said, listed]
  })
  return markdownTable(['parameter', 'accepted', 'meaning', 'paths'], rows)
}

import { parametersOf } from '../../src/rest/parameters/parameters-of.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every path of REST, what it answers, and its query parameters. */
export function pathTable(): string {
  const rows = ROUTES.map((route) => {
    const { path, description } = route
    const queried = Object.values(parametersOf(route)).filter((parameter) => parameter.in === 'query')
    return [code(path), description, queried.map(({ name }) => code(name)).join(' ')]
  })
  return markdownTable(['path', 'answer', 'parameters'], rows)
}

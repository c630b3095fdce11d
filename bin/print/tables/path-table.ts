import { parametersOf } from '../../../src/rest/parameters/parameters-of.ts'
import { CHANGES, ROUTES } from '../../../src/rest/routes/routes.ts'
import { STREAMS } from '../../../src/rest/routes/stream-routes.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every path of REST, what it answers, and its parameters in the query or, where it is written, in the body. */
export function pathTable(): string {
  const rows = [...ROUTES, ...STREAMS, ...CHANGES].map((route) => {
    const { method = 'GET', path, description } = route
    const queried = Object.values(parametersOf(route)).filter((parameter) => parameter.in !== 'path')
    return [
      code(method === 'GET' ? path : `${method} ${path}`),
      description,
      queried.map(({ name }) => code(name)).join(' '),
    ]
  })
  return markdownTable(['path', 'answer', 'parameters'], rows)
}

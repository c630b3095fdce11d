import { parametersOf } from '../../src/rest/parameters/parameters-of.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { code, markdownTable } from './markdown-table.ts'

/** Every parameter of every path of REST, with what is accepted and what it decides. */
export function parameterTable(): string {
  const all = ROUTES.flatMap((route) =>
    Object.values(parametersOf(route)).map(({ name, type, description }) => [
      code(route.path),
      code(name),
      type.accepts,
      description,
    ]),
  )
  return markdownTable(['path', 'parameter', 'accepted', 'what it decides'], all)
}

import type { RestRoute } from '../../rest/routes/route.ts'

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

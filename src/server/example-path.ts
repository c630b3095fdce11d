import type { RestRoute } from '../rest/route.ts'

/** A path that works in the demo world, from the examples of the route's parameters. */
export function examplePath(route: RestRoute): string {
  const parameters = Object.values(route.parameters)
  const path = parameters
    .filter((parameter) => parameter.in === 'path')
    .reduce((text, { name, example }) => text.replace(`{${name}}`, encodeURIComponent(example)), route.path)
  const query = parameters.flatMap(({ in: place, name, example }) =>
    place === 'query' && example !== '' ? [`${name}=${encodeURIComponent(example)}`] : [],
  )
  return query.length === 0 ? path : `${path}?${query.join('&')}`
}

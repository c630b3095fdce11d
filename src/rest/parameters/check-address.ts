import { PequodError } from '../../errors.ts'
import type { RestRoute } from '../route.ts'
import { parametersOf } from './parameters-of.ts'
import { readParameters } from './read-parameters.ts'

/**
 * Reads a path and query as their route would.
 * @throws PequodError BAD_USER_INPUT for an unknown path, and for parameters that it would refuse
 */
export function checkAddress(routes: readonly RestRoute[], address: string): void {
  const [path = '', query = ''] = address.split('?')
  // The router prefers the path with fewer parameters if two fit.
  const fitting = routes
    .flatMap((route) => {
      const match = patternOf(route).exec(path)
      return match === null ? [] : [{ route, groups: match.groups ?? {} }]
    })
    .sort((one, other) => Object.keys(one.groups).length - Object.keys(other.groups).length)
  const [found] = fitting
  if (found === undefined)
    throw new PequodError('BAD_USER_INPUT', 'This path does not exist: /docs lists the paths.')
  const inPath = Object.entries(found.groups).map(([name, value]) => [name, decoded(value)])
  readParameters(parametersOf(found.route), { path: Object.fromEntries(inPath), query: queryOf(query) })
}

function patternOf({ path }: RestRoute): RegExp {
  return new RegExp(`^${path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new PequodError('BAD_USER_INPUT', 'This path is not percent-encoded UTF-8.')
  }
}

/** A repeated parameter is a list. */
function queryOf(text: string): Record<string, string | string[]> {
  const given = new URLSearchParams(text)
  const names = [...new Set(given.keys())]
  return Object.fromEntries(
    names.map((name) => {
      const [first = '', ...more] = given.getAll(name)
      return [name, more.length === 0 ? first : [first, ...more]]
    }),
  )
}

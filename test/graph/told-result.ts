import type { ExecutionResult } from 'graphql'
import { maskError } from '../../src/graph/mask-error.ts'

/** What of a result any right way to run a query tells alike. */
export interface ToldResult {
  data: string
  /** Errors of fields whose place is in the data. */
  errors: string[]
  /** Places that became null because of errors further in, of which one is told and others may be. */
  nulled: string[]
}

/** The answer as a caller gets it. Errors in no order, for none is told. */
export function toldResult({ data, errors = [] }: ExecutionResult): ToldResult {
  const masked = errors.map((error) => maskError(error, false))
  const places = masked.map(({ path = [] }) => nullAbove(data, path))
  return {
    data: JSON.stringify(data),
    errors: masked
      .filter((_, at) => places[at] === null)
      .map((error) => JSON.stringify(error))
      .toSorted(),
    nulled: [...new Set(places.filter((place) => place !== null))].toSorted(),
  }
}

/** The place in the data above a path that holds null; null where none does. */
function nullAbove(data: unknown, path: readonly (string | number)[]): string | null {
  let value = data
  for (const [at, key] of path.entries()) {
    if (value === null || value === undefined) return path.slice(0, at).join('.')
    value = Reflect.get(Object(value), key)
  }
  return null
}

import type { GraphQLResolveInfo } from 'graphql'
import type { AccountTier } from '../../accounts/account-store.ts'

/** A place of an answer at which, or below which, something was withheld from the caller, and who would have got it. */
export interface Withheld {
  /** The keys that lead there, without the positions in lists: one place for all rows. */
  readonly path: readonly string[]
  /** The lowest tier that gets it. */
  readonly requires: AccountTier
  /** The argument that counted as null, where it was not the value that was withheld. */
  readonly argument?: string
}

/** Values withheld during a request, by the nodes of their fields, which all rows share. */
export type WithheldPlaces = Map<object, readonly Withheld[]>

interface Noting {
  withheld: WithheldPlaces | null
}

/** Places that an answer names at most. */
const MOST = 50
/**
 * The most places noted: the number of fields of a compiled query, so that both executors name the same ones.
 */
const MOST_NOTED = 300

/** Notes a withheld field value, or arguments that were ignored. A request without any sets up nothing. */
export function recordWithheld(
  context: Noting,
  { fieldNodes, path }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'path'>,
  what: readonly Omit<Withheld, 'path'>[],
): void {
  context.withheld ??= new Map()
  const { withheld } = context
  const known = withheld.get(fieldNodes) ?? []
  const fresh = what.filter(({ argument }) => !known.some((one) => one.argument === argument))
  if (fresh.length === 0 || withheld.size >= MOST_NOTED) return
  const keys = keysOf(path)
  withheld.set(fieldNodes, [...known, ...fresh.map((one) => ({ path: keys, ...one }))])
}

function keysOf(path: GraphQLResolveInfo['path'] | undefined): string[] {
  if (path === undefined) return []
  const above = keysOf(path.prev)
  return typeof path.key === 'string' ? [...above, path.key] : above
}

/**
 * Returns the part of an answer's extensions that lists withheld values: up to 50 places in the order of
 * their keys, empty if none.
 */
export function withheldIn({ withheld }: Readonly<Noting>): { withheld?: Withheld[] } {
  if (withheld === null) return {}
  const byPlace = new Map([...withheld.values()].flat().map((one) => [JSON.stringify(one), one]))
  const places = [...byPlace].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  return { withheld: places.slice(0, MOST) }
}

import type { Tier } from '../../../src/access/tier.ts'

/** A request that is the same to every world. */
export interface Question {
  /** The operation, route, page or tool that it asks. */
  of: string
  method: 'GET' | 'POST' | 'PUT'
  path: string
  headers?: Readonly<Record<string, string>>
  body?: string
  /** Returns the request for the next page, if the answer names one. */
  next?: (body: string) => Question | null
}

/** Texts that a parameter takes, by `place.name` or by its name alone; a place is the word before it in the path. */
export type Given = Readonly<Record<string, readonly string[]>>

/** A caller by API key, or without; USER is the free account's, by a bearer token. */
export type Caller = Tier | 'USER'

/** A parameter, as REST, pages and GraphQL have it. */
export interface Asked {
  name: string
  isRequired: boolean
  /** The values that its type names. @default none: they are given */
  values?: readonly string[] | undefined
}

/**
 * Returns the values that an operation is asked with: each value of required parameters, and each value of any other one
 * beside the first values of the required ones.
 * @param most values of a parameter that is not required
 * @throws Error for a parameter that nobody gives
 */
export function variants(
  place: string,
  parameters: readonly Asked[],
  given: Given,
  most = Number.POSITIVE_INFINITY,
): Readonly<Record<string, string>>[] {
  const required = parameters.filter(({ isRequired }) => isRequired)
  const others = parameters.filter(({ isRequired, name }) => !isRequired && !CURSORS.has(name))
  const valuesOf = ({ name, values }: Asked) => {
    const found = given[`${place}.${name}`] ?? values ?? given[name]
    if (found !== undefined) return found
    throw new Error(
      `${place} has a parameter ${name} that nobody gives: add its values to test/one-clock/support/given.ts.`,
    )
  }
  const first = Object.fromEntries(required.map((one) => [one.name, valuesOf(one)[0] ?? '']))
  const beside = (one: Asked) => valuesOf(one).map((value) => ({ ...first, [one.name]: value }))
  return [
    first,
    ...required.flatMap((one) => beside(one).slice(1)),
    ...others.flatMap((one) => beside(one).slice(0, most)),
  ]
}

/** Returns the values with those of an owner's places under its own name: the first place that has some. */
export function placed(
  given: Given,
  owner: string,
  places: readonly string[],
  asked: readonly Asked[],
): Given {
  const own = asked.flatMap(({ name }): [string, readonly string[]][] => {
    if (given[`${owner}.${name}`] !== undefined) return []
    const found = places.map((place) => given[`${place}.${name}`]).find((values) => values !== undefined)
    return found === undefined ? [] : [[`${owner}.${name}`, found]]
  })
  return { ...given, ...Object.fromEntries(own) }
}

/** Values of a parameter by other ways than REST, which is asked with each: the operations are the same. */
export const FEW = 1

/** The parameters that name a place in a list: pages are followed from their own answers. */
export const CURSORS: ReadonlySet<string> = new Set(['cursor', 'after', 'before', 'yesAfter', 'noAfter'])

import type { GraphQLError } from 'graphql'

/** Keys and indexes that lead to a value of an answer. */
export type ValuePath = readonly (string | number)[]

/** The failures of one run that its answer tells. */
export interface FieldFailures {
  readonly errors: readonly GraphQLError[]
  /**
   * Notes why the value at a path is null. What fails below a value that is null already is left out: it would tell
   * of nothing that is there.
   */
  add(error: GraphQLError, path: ValuePath): void
}

/** The failures of a run, none yet. */
export function createFieldFailures(): FieldFailures {
  const errors: GraphQLError[] = []
  /** Places that are null, each by its path in one text: no name of a field holds a point. */
  const nulled = new Set<string>()
  return {
    errors,
    add(error, path) {
      let place = ''
      for (const key of path) {
        if (nulled.has(place)) return
        place += `.${key}`
      }
      if (nulled.has(place)) return
      nulled.add(place)
      errors.push(error)
    },
  }
}

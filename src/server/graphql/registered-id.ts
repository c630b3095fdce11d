import { isObject } from '../../is-object.ts'

/**
 * The id of a registered operation that a request's extensions name, as Apollo's clients do; null where they name none.
 * Whether anything is registered under it is another question.
 */
export function registeredId(extensions: unknown): string | null {
  const named = isObject(extensions) ? extensions.persistedQuery : null
  return isObject(named) && named.version === 1 && typeof named.sha256Hash === 'string'
    ? named.sha256Hash
    : null
}

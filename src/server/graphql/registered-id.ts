import { isObject } from '../../is-object.ts'

const HASHED = 'sha256:'

/**
 * The id of a registered operation in a request: from `documentId` (with or without the prefix `sha256:`), as in the
 * GraphQL-over-HTTP draft, or from the extension of Apollo's clients. Null for none. The id may be unknown.
 */
export function registeredId({ documentId, extensions }: Readonly<Record<string, unknown>>): string | null {
  if (typeof documentId === 'string')
    return documentId.startsWith(HASHED) ? documentId.slice(HASHED.length) : documentId
  const named = isObject(extensions) ? extensions.persistedQuery : null
  return isObject(named) && named.version === 1 && typeof named.sha256Hash === 'string'
    ? named.sha256Hash
    : null
}

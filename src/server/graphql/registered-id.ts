import { isObject } from '../../is-object.ts'

const HASHED = 'sha256:'

/**
 * The id of a registered operation that a request names: by `documentId` (with or without the prefix `sha256:`), as the
 * GraphQL-over-HTTP draft has it, or by the extension of Apollo's clients. Null where it names none. Whether anything is
 * registered under the id is another question.
 */
export function registeredId({ documentId, extensions }: Readonly<Record<string, unknown>>): string | null {
  if (typeof documentId === 'string')
    return documentId.startsWith(HASHED) ? documentId.slice(HASHED.length) : documentId
  const named = isObject(extensions) ? extensions.persistedQuery : null
  return isObject(named) && named.version === 1 && typeof named.sha256Hash === 'string'
    ? named.sha256Hash
    : null
}

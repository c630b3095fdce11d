import { type DocumentNode, getOperationAST, Kind } from 'graphql'

/**
 * The document with the one operation that runs and all fragments: what counts, or compiles, the first operation then
 * takes the right one. Null where none runs.
 */
export function operationAlone(document: DocumentNode, name: string | null | undefined): DocumentNode | null {
  const operation = getOperationAST(document, name)
  if (!operation) return null
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return { ...document, definitions: [operation, ...fragments] }
}

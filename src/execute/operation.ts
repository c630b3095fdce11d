import { type DocumentNode, type ExecutionResult, getOperationAST, Kind } from 'graphql'
import type { RequestContext } from '../graph/kit/context.ts'

/** An operation of a document that the rules of the schema hold for. */
export interface Operation {
  readonly document: DocumentNode
  /** Which operation of several; null for the only one. */
  readonly name: string | null
  /** True: the text is ours and no caller's, and compiling it is known to change no answer. @default false */
  readonly isOurs?: boolean
}

/** Variables as a request gives them. */
export type Variables = Readonly<Record<string, unknown>>

/** Runs an operation that was admitted. */
export type Execute = (
  operation: Operation,
  variables: Variables,
  context: RequestContext,
) => Promise<ExecutionResult>

/**
 * The document with the one operation that runs and all fragments: what counts, or compiles, the first operation then
 * takes the right one. Null where none runs.
 */
export function operationAlone({ document, name }: Operation): DocumentNode | null {
  const operation = getOperationAST(document, name)
  if (!operation) return null
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return { ...document, definitions: [operation, ...fragments] }
}

/** Documents are parsed once and kept, so those of one text are one object. */
const numbers = new WeakMap<DocumentNode, number>()
let count = 0

/** A short text that no other operation has in this process. */
export function operationKey({ document, name }: Operation): string {
  let number = numbers.get(document)
  if (number === undefined) {
    number = ++count
    numbers.set(document, number)
  }
  return `${number} ${name ?? ''}`
}

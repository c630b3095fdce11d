import { type DocumentNode, type ExecutionResult, getOperationAST, Kind } from 'graphql'
import { LRUCache } from 'lru-cache'
import type { RequestContext } from '../graph/kit/context.ts'

export interface Operation {
  readonly document: DocumentNode
  /** Its name among several; null for the only one. */
  readonly name: string | null
  /** True: the text is our own, and compiling it is known to change no answer. @default false */
  readonly isOurs?: boolean
}

export type Variables = Readonly<Record<string, unknown>>

/** Runs an admitted operation. */
export type Execute = (
  operation: Operation,
  variables: Variables,
  context: RequestContext,
) => Promise<ExecutionResult>

/**
 * The document with only the operation that runs and all fragments, for code that takes the first operation. Null if
 * none runs.
 */
export function operationAlone({ document, name }: Operation): DocumentNode | null {
  const operation = getOperationAST(document, name)
  if (!operation) return null
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  return { ...document, definitions: [operation, ...fragments] }
}

/** Documents are parsed once and cached, so equal texts are one object. */
const numbers = new WeakMap<DocumentNode, number>()
let count = 0

/** A short key of the operation, unique in this process. */
export function operationKey({ document, name }: Operation): string {
  let number = numbers.get(document)
  if (number === undefined) {
    number = ++count
    numbers.set(document, number)
  }
  return `${number} ${name ?? ''}`
}

/** Values by text, with the least recently used evicted first. */
interface TextCache<T> {
  get(text: string): T | undefined
  set(text: string, value: T): void
}

/** Maximum texts; a client has some dozens. */
const CAPACITY = 1_000
/** Longest text: with the capacity it bounds the memory, regardless of the callers. */
const LONGEST = 10_000

/** An empty cache. A text of more than 10,000 characters is not cached. */
export function createTextCache<T extends object>(): TextCache<T> {
  // A size must be above 0, also for the empty text.
  const sizeCalculation = (_: T, text: string) => text.length + 1
  return new LRUCache<string, T>({ max: CAPACITY, maxEntrySize: LONGEST + 1, sizeCalculation })
}

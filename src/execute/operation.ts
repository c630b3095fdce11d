import type { Plugin } from '@envelop/core'
import {
  type ASTVisitor,
  type DocumentNode,
  type ExecutionResult,
  type FragmentDefinitionNode,
  GraphQLError,
  getOperationAST,
  Kind,
  parse,
  type SelectionSetNode,
  type ValidationContext,
} from 'graphql'
import { LRUCache } from 'lru-cache'
import { messageStatus } from '../errors.ts'
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

/** Maximum tokens of a document; the longest query of an explorer has some 300. */
export const MAX_TOKENS = 1_500
/**
 * Maximum levels of fields: a path from a leaderboard to the other traders of its traders' markets has 18, and its cost
 * bounds it.
 */
export const MAX_DEPTH = 20
/** Renamed fields, spread fragments counted each time. */
export const MAX_ALIASES = 30
/** Each counted at its place; a query that switches parts of itself on and off has a few. */
const MAX_DIRECTIVES = 20

/** Bounds a document before it runs: its tokens, depth, aliases and directives. */
export function limitPlugins(): Plugin[] {
  return [
    { onParse: ({ setParseFn }) => setParseFn(parseWithinLimit) },
    { onValidate: ({ addValidationRule }) => addValidationRule(DocumentSizeRule) },
  ]
}

/**
 * Parses a document of at most {@link MAX_TOKENS}; the parser stops at a longer one before that can exhaust its stack.
 * @throws GraphQLError QUERY_TOO_COSTLY for a longer one; a syntax error as graphql makes it
 */
export function parseWithinLimit(
  source: Parameters<typeof parse>[0],
  options?: Parameters<typeof parse>[1],
): DocumentNode {
  try {
    return parse(source, { ...options, maxTokens: MAX_TOKENS })
  } catch (error) {
    if (error instanceof GraphQLError && error.message.includes(`more that ${MAX_TOKENS} tokens`)) {
      throw tooCostly(`The document exceeds ${MAX_TOKENS} tokens: split it into several requests.`)
    }
    throw error
  }
}

/**
 * Refuses documents deeper than {@link MAX_DEPTH}, with more than {@link MAX_ALIASES} aliases or more than
 * {@link MAX_DIRECTIVES} directives.
 */
export function DocumentSizeRule(context: ValidationContext): ASTVisitor {
  let directives = 0
  return {
    Directive() {
      directives++
      if (directives === MAX_DIRECTIVES + 1)
        context.reportError(tooCostly(`The document exceeds ${MAX_DIRECTIVES} directives: remove some.`))
    },
    Document(document) {
      const { depth, aliases } = documentSize(document)
      if (depth > MAX_DEPTH) {
        context.reportError(
          tooCostly(
            `The query is ${depth} levels deep, and the limit is ${MAX_DEPTH}: request deeper fields separately.`,
          ),
        )
      }
      if (aliases > MAX_ALIASES) {
        context.reportError(
          tooCostly(
            `The query has ${aliases} aliases, and the limit is ${MAX_ALIASES}: split it into several requests.`,
          ),
        )
      }
    },
  }
}

const TOO_COSTLY = 'QUERY_TOO_COSTLY'

function tooCostly(message: string): GraphQLError {
  return new GraphQLError(message, {
    extensions: { code: TOO_COSTLY, http: { spec: true, status: messageStatus(TOO_COSTLY) } },
  })
}

/** The size of an answer, as far as a document's text determines it. */
export interface DocumentSize {
  /** Levels of fields below the operation, without introspection: `{ service { name } }` has 2. */
  readonly depth: number
  /** Renamed fields, each counted as often as its fragment is spread. */
  readonly aliases: number
  /** Fields, each counted as often as its fragment is spread. */
  readonly fields: number
}

const NOTHING: DocumentSize = { depth: 0, aliases: 0, fields: 0 }

/**
 * The size of the largest operation of a document, with its fragments spread out. Each fragment is measured once, so
 * the time is linear in the document although the size is not. A recursive fragment counts as nothing: validation
 * refuses it.
 */
export function documentSize(document: DocumentNode): DocumentSize {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const measured = new Map<string, DocumentSize>()
  const sizes = document.definitions.map((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION ? measure(definition.selectionSet) : NOTHING,
  )
  return {
    depth: sizes.reduce((depth, size) => Math.max(depth, size.depth), 0),
    aliases: sizes.reduce((aliases, size) => Math.max(aliases, size.aliases), 0),
    fields: sizes.reduce((fields, size) => Math.max(fields, size.fields), 0),
  }

  function measure({ selections }: SelectionSetNode): DocumentSize {
    let depth = 0
    let aliases = 0
    let fields = 0
    for (const selection of selections) {
      const size = measureSelection(selection)
      depth = Math.max(depth, size.depth)
      aliases += size.aliases
      fields += size.fields
    }
    return { depth, aliases, fields }
  }

  function measureSelection(selection: SelectionSetNode['selections'][number]): DocumentSize {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return measureFragment(selection.name.value)
    const inner = selection.selectionSet ? measure(selection.selectionSet) : NOTHING
    if (selection.kind === Kind.INLINE_FRAGMENT) return inner
    const aliases = inner.aliases + (selection.alias ? 1 : 0)
    // A rule of its own bounds the depth of introspection, MaxIntrospectionDepthRule.
    const depth = selection.name.value.startsWith('__') ? 1 : inner.depth + 1
    return { depth, aliases, fields: inner.fields + 1 }
  }

  function measureFragment(name: string): DocumentSize {
    const known = measured.get(name)
    if (known) return known
    measured.set(name, NOTHING)
    const fragment = fragments.get(name)
    const size = fragment ? measure(fragment.selectionSet) : NOTHING
    measured.set(name, size)
    return size
  }
}

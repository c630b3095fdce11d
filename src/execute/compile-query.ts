import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type Source,
} from 'graphql'
import { compileQuery as compile, isCompiledQuery } from 'graphql-jit'
import { operationAlone } from '../graph/kit/operation-alone.ts'
import { documentSize } from './document-size.ts'
import { isCompilable } from './is-compilable.ts'
import { liftLiterals } from './lift-literals.ts'
import { parseWithinLimit } from './limits.ts'

/** Variables as a request gives them. */
type Variables = Readonly<Record<string, unknown>>

/** A query made ready to run many times. */
export interface CompiledQuery {
  /** The operation and all fragments, as they were written. */
  readonly document: DocumentNode
  /** How many there are, fragments spread out: its code grows with them. */
  readonly fields: number
  /**
   * Runs the query as graphql's `execute` would: same data, and errors with the same sentences, places and causes. Null
   * where the variables do not fit: nothing ran, and `execute` says better what is wrong.
   */
  run(variables: Variables, context: unknown): Promise<ExecutionResult | null>
}

/**
 * Compiles a query of a document that the rules of the language were found to hold for. Null where that cannot be
 * done, or would not answer as graphql does: see `isCompilable`.
 * @param operationName which operation of several; null for the only one
 */
export function compileQuery(
  schema: GraphQLSchema,
  text: string,
  operationName: string | null,
): CompiledQuery | null {
  // A copy of its own: the compiler writes into the nodes.
  const document = operationAlone(parseWithinLimit(text), operationName)
  if (document === null || !isCompilable(schema, document)) return null
  const lifted = liftLiterals(schema, document)
  if (lifted === null) return null
  const compiled = compile(schema, lifted.document)
  if (!isCompiledQuery(compiled)) return null
  const { literals, defaults } = lifted
  const source = document.loc?.source
  return {
    document,
    fields: documentSize(document).fields,
    async run(variables, context) {
      const result = await compiled.query(undefined, context, { ...defaults, ...variables, ...literals })
      if (result.errors === undefined) return result
      if (result.data === undefined) return null
      return { errors: result.errors.map((error) => located(error, source)), data: result.data }
    },
  }
}

/** The error as graphql makes it, which knows its place in the document by a position instead of a line. */
function located(error: GraphQLError, source: Source | undefined): GraphQLError {
  const { message, locations = [], path = [], originalError = null } = error
  if (source === undefined) return error
  const ends = Array.from(source.body.matchAll(/\r\n|[\n\r]/g), ({ 0: end, index }) => index + end.length)
  const lines = [0, ...ends]
  const positions = locations.map(({ line, column }) => (lines[line - 1] ?? 0) + column - 1)
  return new GraphQLError(message, { source, positions, path, originalError })
}

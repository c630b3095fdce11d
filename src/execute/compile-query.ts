import {
  type DocumentNode,
  type ExecutionResult,
  GraphQLError,
  type GraphQLSchema,
  type Source,
  visit,
} from 'graphql'
import { compileQuery as compile, isCompiledQuery } from 'graphql-jit'
import { documentSize } from './document-size.ts'
import { isCompilable } from './is-compilable.ts'
import { liftLiterals } from './lift-literals.ts'
import { type Operation, operationAlone, type Variables } from './operation.ts'

/** A query made ready to run many times. */
export interface CompiledQuery {
  /** How many there are, fragments spread out: its code grows with them. */
  readonly fields: number
  /**
   * Runs the query as graphql's `execute` would: same data, and errors with the same sentences, places and causes. Null
   * where the variables do not fit: nothing ran, and `execute` says better what is wrong.
   */
  run(variables: Variables, context: unknown): Promise<ExecutionResult | null>
}

/**
 * Compiles a query. Null where that cannot be done, or would not answer as graphql does: see `isCompilable`. Nothing
 * else runs graphql-jit.
 */
export function compileQuery(schema: GraphQLSchema, operation: Operation): CompiledQuery | null {
  const alone = operationAlone(operation)
  if (alone === null || !(operation.isOurs || isCompilable(schema, alone))) return null
  // The compiler writes into the nodes.
  const document: DocumentNode = visit(alone, { enter: (node) => ({ ...node }) })
  const lifted = operation.isOurs ? { document, literals: {}, defaults: {} } : liftLiterals(schema, document)
  if (lifted === null) return null
  const compiled = compile(schema, lifted.document)
  if (!isCompiledQuery(compiled)) return null
  const { literals, defaults } = lifted
  const source = document.loc?.source
  return {
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

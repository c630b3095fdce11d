import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql'
import { getOperationAST } from 'graphql'
import { compileQuery, isCompiledQuery } from 'graphql-jit'
import { compileWireMapper } from './wire-mapper.ts'

/** An operation made ready to run many times. */
export interface CompiledOperation {
  name: string
  /** Runs the operation as the GraphQL door would: same schema, same context, same result. */
  run(variables: Readonly<Record<string, unknown>>, context: unknown): Promise<ExecutionResult>
  /** The body of the REST answer from the result's data. */
  toBody(data: unknown): unknown
}

/** Compiles one named operation. @throws Error where it does not compile, so that a start fails and no request does */
export function compileOperation(schema: GraphQLSchema, document: DocumentNode): CompiledOperation {
  const name = getOperationAST(document)?.name?.value
  if (name === undefined) throw new Error('A REST operation has a name.')
  const compiled = compileQuery(schema, document, name)
  if (!isCompiledQuery(compiled))
    throw new Error(`${name} does not compile: ${compiled.errors?.[0]?.message}`)
  return {
    name,
    // The executor coerces variables in place of validation: they are ours to change.
    run: async (variables, context) => compiled.query(undefined, context, { ...variables }),
    toBody: compileWireMapper(schema, document),
  }
}

import { type DocumentNode, type ExecutionResult, type GraphQLSchema, getVariableValues } from 'graphql'
import { documentSize } from './document-size.ts'
import { isCompilable } from './is-compilable.ts'
import { operationAlone } from './operation-alone.ts'
import { PlanRun } from './plan-run.ts'
import { planQuery } from './query-plan.ts'

/** Variables as a request gives them. */
type Variables = Readonly<Record<string, unknown>>

/** A query made ready to run many times. */
export interface CompiledQuery {
  /** The operation and all fragments, as they were written. */
  readonly document: DocumentNode
  /** How many there are, fragments spread out: what is kept of it grows with them. */
  readonly fields: number
  /**
   * Runs the query as graphql's `execute` would: same data, same errors. Without data where the variables do not fit:
   * nothing ran then.
   */
  run(variables: Variables, context: unknown): Promise<ExecutionResult>
}

/**
 * Compiles a query of a document that the rules of the language were found to hold for. Null where it is of another
 * kind than {@link isCompilable} takes.
 * @param operationName which operation of several; null for the only one
 */
export function compileQuery(
  schema: GraphQLSchema,
  written: DocumentNode,
  operationName: string | null,
): CompiledQuery | null {
  const document = operationAlone(written, operationName)
  if (document === null || !isCompilable(schema, document)) return null
  const plan = planQuery(schema, document)
  const definitions = plan.operation.variableDefinitions ?? []
  return {
    document,
    fields: documentSize(document).fields,
    async run(variables, context) {
      const { coerced, errors } = getVariableValues(schema, definitions, variables)
      return coerced ? new PlanRun(plan, coerced, context).answer() : { errors }
    },
  }
}

import { isAsyncIterable, type Plugin } from '@envelop/core'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql'
import type { Caller } from '../access/tier.ts'
import type { PequodError } from '../errors.ts'
import { operationAlone } from '../graph/kit/operation-alone.ts'
import { costBudget, tooCostly } from '../graph/kit/query-cost.ts'
import { introspectionCost } from './introspection-cost.ts'

/** What an operation could cost its caller, and what it may; in values of the answer. */
export interface CostReport {
  requested: number
  budget: number
}

/**
 * Puts the cost of every executed operation, and the budget of its caller, into `extensions.cost` of the answer, also
 * where it was refused as too costly. The refusal itself is below every door: see `builder.ts`; only what asks for the
 * schema itself is refused here, for no resolver of ours answers it.
 */
export function useCostReport(): Plugin<{ caller: Caller }> {
  return {
    onExecute({ args, setExecuteFn }) {
      const cost = costOf(args, args.contextValue)
      if (cost === null) return undefined
      const { requested, budget } = cost
      if (requested > budget && introspectionCost(args.schema, args.document) > 0)
        setExecuteFn(() => refused(tooCostly(requested, budget)))
      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) return
          setResult({ ...result, extensions: { ...result.extensions, cost } })
        },
      }
    },
  }
}

function refused(error: PequodError): ExecutionResult {
  return { data: null, errors: [new GraphQLError(error.message, { originalError: error })] }
}

/** The cost of an operation with its variables; null where these do not fit it, which its execution says better. */
export function costOf(
  {
    document,
    operationName,
    schema,
    variableValues,
  }: Pick<ExecutionArgs, 'document' | 'operationName' | 'schema' | 'variableValues'>,
  context: { caller: Caller },
): CostReport | null {
  const alone = operationAlone(document, operationName)
  if (alone === null) return null
  try {
    const ctx: object = context
    const requested = complexityFromQuery(alone, { schema, variables: { ...variableValues }, ctx })
    const values = requested.complexity + introspectionCost(schema, alone)
    return { requested: Math.ceil(values), budget: costBudget(context.caller.tier) }
  } catch {
    return null
  }
}

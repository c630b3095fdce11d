import { isAsyncIterable, type Plugin } from '@envelop/core'
import { complexityFromQuery } from '@pothos/plugin-complexity'
import type { ExecutionArgs } from 'graphql'
import type { Caller } from '../access/tier.ts'
import { operationAlone } from './operation-alone.ts'
import { costBudget } from './query-cost.ts'

/** What an operation could cost its caller, and what it may; in values of the answer. */
export interface CostReport {
  requested: number
  budget: number
}

/**
 * Puts the cost of every executed operation, and the budget of its caller, into `extensions.cost` of the answer, also
 * where it was refused as too costly. The refusal itself is below every door: see `builder.ts`.
 */
export function useCostReport(): Plugin<{ caller: Caller }> {
  return {
    onExecute({ args }) {
      const cost = costOf(args, args.contextValue)
      if (cost === null) return undefined
      return {
        onExecuteDone({ result, setResult }) {
          if (isAsyncIterable(result)) return
          setResult({ ...result, extensions: { ...result.extensions, cost } })
        },
      }
    },
  }
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
    return { requested: Math.ceil(requested.complexity), budget: costBudget(context.caller.tier) }
  } catch {
    return null
  }
}

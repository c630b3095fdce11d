import { complexityFromQuery } from '@pothos/plugin-complexity'
import type { GraphQLSchema } from 'graphql'
import type { Caller } from '../access/tier.ts'
import { costBudget } from '../graph/kit/cost/query-cost.ts'
import { introspectionCost } from './introspection-cost.ts'
import { type Operation, operationAlone, operationKey, type Variables } from './operation.ts'
import { createTextCache } from './text-cache.ts'

/** What an operation could cost its caller, and what it may; in values of the answer. */
export interface OperationCost {
  requested: number
  budget: number
}

/** Prices an operation with its variables for a caller; null where these do not fit it, which running it says better. */
export type Price = (
  operation: Operation,
  variables: Variables,
  context: { readonly caller: Caller },
) => OperationCost | null

/** Prices operations of a schema. */
export function pricesOf(schema: GraphQLSchema): Price {
  return (operation, variables, context) => {
    const alone = operationAlone(operation)
    if (alone === null) return null
    try {
      const { complexity } = complexityFromQuery(alone, { schema, variables: { ...variables }, ctx: context })
      const requested = Math.ceil(complexity + introspectionCost(schema, alone))
      return { requested, budget: costBudget(context.caller.tier) }
    } catch {
      return null
    }
  }
}

/** Keeps prices: nothing but the operation, its variables and the caller's tier decides them. */
export function keepPrices(price: Price): Price {
  const kept = createTextCache<OperationCost>()
  return (operation, variables, context) => {
    const key = `${context.caller.tier} ${operationKey(operation)} ${JSON.stringify(variables)}`
    const known = kept.get(key)
    if (known !== undefined) return known
    const cost = price(operation, variables, context)
    if (cost !== null) kept.set(key, cost)
    return cost
  }
}

import { envelop, useEngine, useSchema } from '@envelop/core'
import { useGenericAuth } from '@envelop/generic-auth'
import {
  createSourceEventStream,
  type ExecutionResult,
  execute as executePlainly,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
} from 'graphql'
import { hideSecrets } from '../access/identity/hide-secrets.ts'
import { requireBearer } from '../access/identity/identify.ts'
import type { Caller } from '../access/tier.ts'
import type { PequodError } from '../errors.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { overspent, tooCostly } from '../graph/kit/cost/query-cost.ts'
import { type Withheld, withheldIn } from '../graph/kit/tier-gate.ts'
import { addToSpan, isTracing, traced } from '../trace.ts'
import { type CompilingLimits, compileQueries } from './compiled-queries.ts'
import type { Execute, Operation, Variables } from './operation.ts'
import { keepPrices, type OperationCost, pricesOf } from './prices.ts'

export type Answer = ExecutionResult<
  Record<string, unknown>,
  {
    /** Reports what the tier withheld; absent if nothing. */
    withheld?: Withheld[]
    /** Absent for variables that do not fit. */
    cost?: OperationCost
  }
>

/** The single entrance to the schema: GraphQL, REST and MCP run their operations by it. */
export interface Executor {
  readonly schema: GraphQLSchema
  /** Refuses a mutation without a bearer token; prices a query or mutation, refuses it above its caller's budget, and runs it. */
  run(operation: Operation, variables: Variables, context: RequestContext): Promise<Answer>
  /** Prices and refuses a subscription likewise, and opens its events; `answer` answers one of them. */
  subscribe(
    operation: Operation,
    variables: Variables,
    context: RequestContext,
  ): Promise<AsyncIterable<unknown> | ExecutionResult>
  answerEvent(
    operation: Operation,
    variables: Variables,
    context: RequestContext,
    event: unknown,
  ): Promise<ExecutionResult>
}

/** Performance options; no answer depends on them. */
export interface ExecutorOptions extends CompilingLimits {
  /** False: every operation is priced again and run by graphql itself. @default true */
  isFast?: boolean
}

export function createExecutor(
  schema: GraphQLSchema,
  { isFast = true, ...limits }: ExecutorOptions = {},
): Executor {
  const price = isFast ? keepPrices(pricesOf(schema)) : pricesOf(schema)
  const plainly: Execute = async (operation, variables, context) =>
    executePlainly(argsOf(operation, variables, context))
  const execute = isFast ? compileQueries(schema, plainly, limits) : plainly
  const run: Execute = async (operation, variables, context) => {
    const cost = price(operation, variables, context)
    const result = (await refusalOf(cost, context)) ?? (await execute(operation, variables, context))
    if (cost === null && context.withheld === null) return result
    return { ...result, extensions: { ...withheldIn(context), ...(cost && { cost }) } }
  }
  return {
    schema,
    run: protectMutations(schema, run),
    async subscribe(operation, variables, context) {
      const refusal = await refusalOf(price(operation, variables, context), context)
      return refusal ?? createSourceEventStream(argsOf(operation, variables, context))
    },
    answerEvent: async (operation, variables, context, event) =>
      executePlainly({ ...argsOf(operation, variables, context), rootValue: event }),
  }

  function argsOf({ document, name }: Operation, variableValues: Variables, contextValue: RequestContext) {
    return { schema, document, operationName: name, variableValues, contextValue }
  }
}

/** Spends the cost, if costs count; null if the operation may run. */
async function refusalOf(
  cost: OperationCost | null,
  context: RequestContext,
): Promise<ExecutionResult | null> {
  if (cost === null) return null
  if (cost.requested > cost.budget) return refused(tooCostly(cost.requested, cost.budget))
  const { spending } = context
  if (spending?.counts !== 'OPERATION' || cost.requested === 0) return null
  const verdict = await spending.spend(cost.requested)
  spending.spent = { cost: cost.requested, verdict }
  return verdict.allowed ? null : refused(overspent(verdict))
}

function refused(error: PequodError): ExecutionResult {
  return { data: null, errors: [new GraphQLError(error.message, { originalError: error })] }
}

/** The result of what may run. */
const ADMITTED = {}

/**
 * Runs operations, and refuses a mutation before any of it runs unless its caller came with a bearer token, wherever the
 * schema says `authenticated`: on the type of mutations, so that a new one is closed until it is opened. A field whose extension
 * `allowsKeys` is true is open to API keys, too. Queries and
 * subscriptions pass as they are: to walk their documents would cost them, and nothing of them is protected.
 * @param run never called for what is refused
 */
export function protectMutations(schema: GraphQLSchema, run: Execute): Execute {
  const enveloped = envelop({
    plugins: [
      useEngine({ execute: () => ADMITTED }),
      useSchema(schema),
      useGenericAuth<Caller, RequestContext, 'caller'>({
        mode: 'protect-granular',
        contextFieldName: 'caller',
        // Callers are identified for every endpoint alike, before their requests are read.
        resolveUserFn: ({ caller }) => caller,
        validateUser: ({ user, fieldNode, typeAuthArgs, fieldAuthArgs }) =>
          typeAuthArgs === undefined && fieldAuthArgs === undefined
            ? undefined
            : refusal(user, fieldNode, allowsKeys(schema, fieldNode.name.value)),
      }),
    ],
  })
  return async (operation, variables, context) => {
    const { document, name: operationName } = operation
    if (getOperationAST(document, operationName)?.operation !== 'mutation')
      return run(operation, variables, context)
    // The plugin marks a context as checked: a copy, for the next mutation of the same request is another.
    const { execute, contextFactory } = enveloped({ ...context })
    const contextValue = await contextFactory()
    const result = await execute({
      schema,
      document,
      operationName,
      variableValues: variables,
      contextValue,
    })
    // Run as it was sent: the plugin's copy of the document would be priced as another one.
    return result === ADMITTED ? run(operation, variables, context) : result
  }
}

/** Whether a mutation may be sent with an API key. */
function allowsKeys(schema: GraphQLSchema, mutation: string): boolean {
  return schema.getMutationType()?.getFields()[mutation]?.extensions.allowsKeys === true
}

function refusal(
  caller: Caller,
  field: NonNullable<GraphQLError['nodes']>[number],
  isOpenToKeys: boolean,
): GraphQLError | undefined {
  try {
    if (caller.kind !== 'key' || !isOpenToKeys) requireBearer(caller)
    return undefined
  } catch (error) {
    if (!(error instanceof Error)) throw error
    return new GraphQLError(error.message, { nodes: [field], originalError: error })
  }
}

/** Gives each operation that the executor runs a span; the executor itself while tracing is off. */
export function traceOperations(executor: Executor): Executor {
  if (!isTracing()) return executor
  const within = <T>(operation: Operation, work: () => Promise<T>) => {
    const { name, attributes } = described(operation)
    return traced(name, { attributes }, work)
  }
  return {
    schema: executor.schema,
    run: (operation, variables, context) =>
      within(operation, async () => {
        const answer = await executor.run(operation, variables, context)
        const cost = answer.extensions?.cost
        addToSpan({
          'graphql.errors': answer.errors?.length ?? 0,
          ...(cost && { 'pequod.cost': cost.requested }),
        })
        return answer
      }),
    subscribe: (operation, variables, context) =>
      within(operation, () => executor.subscribe(operation, variables, context)),
    answerEvent: (operation, variables, context, event) =>
      within(operation, () => executor.answerEvent(operation, variables, context, event)),
  }
}

/** Maximum characters of a caller's own name. */
const LONGEST = 100

function described({ document, name }: Operation) {
  const node = getOperationAST(document, name)
  const type = node?.operation ?? 'query'
  const own = hideSecrets(node?.name?.value ?? '').slice(0, LONGEST)
  return {
    name: own === '' ? type : `${type} ${own}`,
    attributes: { 'graphql.operation.type': type, ...(own !== '' && { 'graphql.operation.name': own }) },
  }
}

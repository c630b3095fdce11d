import { getOperationAST } from 'graphql'
import { hideSecrets } from '../access/identity/hide-secrets.ts'
import { addToSpan, isTracing, traced } from '../trace.ts'
import type { Executor } from './executor.ts'
import type { Operation } from './operation.ts'

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

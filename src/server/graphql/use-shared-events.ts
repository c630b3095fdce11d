import { type ExecutionResult, getOperationAST, Kind, visit } from 'graphql'
import { isAsyncIterable, type Plugin } from 'graphql-yoga'
import type { Executor } from '../../execute/executor.ts'
import { type Operation, operationKey, type Variables } from '../../execute/operation.ts'
import type { RequestContext } from '../../graph/kit/context.ts'

/** An answer with its JSON, which yoga sends unchanged if present. */
type Answer = ExecutionResult & { stringify?: () => string }

export interface SharedEventsOptions {
  executor: Executor
  /** The event's subject, the same object for all subscribers; null for an event of only one subscriber. */
  subjectOf(event: unknown): object | null
}

/**
 * Executes an event once for all subscribers of this process with the same selection: the result does not depend on
 * their identity, but on their tier. Filters and places differ from subscriber to subscriber, so
 * only variables below the root field count.
 */
export function useSharedEvents({ executor, subjectOf }: SharedEventsOptions): Plugin<RequestContext> {
  const answers = new WeakMap<object, Map<string, Promise<Answer>>>()
  return {
    onSubscribe({ args, setSubscribeFn }) {
      const { document, operationName = null, contextValue: context } = args
      const operation = { document, name: operationName }
      const variables = args.variableValues ?? {}
      setSubscribeFn(async () => {
        const events = await executor.subscribe(operation, variables, context)
        if (!isAsyncIterable(events)) return events
        const question = questionOf(operation, variables)
        return mapEvents(events, (event) => {
          const asked = `${context.caller.tier} ${question}`
          const answer = () => executor.answerEvent(operation, variables, context, event)
          return answerOnce(subjectOf(event), asked, answer)
        })
      })
    },
  }

  function answerOnce(
    subject: object | null,
    question: string,
    answer: () => Promise<Answer>,
  ): Promise<Answer> {
    if (subject === null) return answer()
    const known = answers.get(subject) ?? new Map<string, Promise<Answer>>()
    answers.set(subject, known)
    const given = known.get(question) ?? answer().then(withText)
    known.set(question, given)
    return given
  }
}

/** An answer with errors is worded later, for each caller. */
function withText(result: Answer): Answer {
  if (result.errors !== undefined) return result
  let text: string | null = null
  return {
    ...result,
    stringify() {
      text ??= JSON.stringify(result)
      return text
    },
  }
}

function questionOf(operation: Operation, variables: Variables): string {
  const used = variablesBelowRoot(operation)
  const values = Object.entries(variables).filter(([name]) => used.has(name))
  return JSON.stringify([operationKey(operation), values.sort(([a], [b]) => (a < b ? -1 : 1))])
}

function variablesBelowRoot({ document, name: operationName }: Operation): Set<string> {
  const used = new Set<string>()
  const operation = getOperationAST(document, operationName)
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION)
  const note = { Variable: ({ name }: { name: { value: string } }) => void used.add(name.value) }
  for (const fragment of fragments) visit(fragment, note)
  for (const selection of operation?.selectionSet.selections ?? []) {
    for (const directive of selection.directives ?? []) visit(directive, note)
    if (selection.kind !== Kind.FRAGMENT_SPREAD && selection.selectionSet) visit(selection.selectionSet, note)
  }
  return used
}

/** Answers events one after the other; a subscriber that disconnects ends the source immediately. */
function mapEvents(
  events: AsyncIterable<unknown>,
  map: (event: unknown) => Promise<Answer>,
): AsyncIterableIterator<Answer> {
  const source = events[Symbol.asyncIterator]()
  const mapped: AsyncIterableIterator<Answer> = {
    async next() {
      const { done, value } = await source.next()
      return done === true ? { done: true, value: undefined } : { done: false, value: await map(value) }
    },
    async return() {
      await source.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => mapped,
  }
  return mapped
}

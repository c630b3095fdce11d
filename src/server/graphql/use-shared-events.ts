import type { Plugin } from '@envelop/core'
import {
  createSourceEventStream,
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  execute,
  getOperationAST,
  Kind,
  visit,
} from 'graphql'
import { isAsyncIterable } from 'graphql-yoga'

/** An answer with its JSON, which yoga takes as it stands where there is one. */
type Answer = ExecutionResult & { stringify?: () => string }

/** Whose answers may be the same ones. */
export interface SharedEventsOptions {
  /** What an event is about, the same object for all who are told of it; null: the event is one subscriber's own. */
  subjectOf(event: unknown): object | null
}

/**
 * Answers an event once for all subscribers of this process who asked for the same of it: what they see of it does not
 * depend on who they are, because a subscription is for one tier. Filters and places differ from subscriber to
 * subscriber, so only those variables count that are used below the root field.
 */
export function useSharedEvents({ subjectOf }: SharedEventsOptions): Plugin {
  const answers = new WeakMap<object, Map<string, Promise<Answer>>>()
  const answerOnce = (args: ExecutionArgs, question: string, event: unknown): Promise<Answer> => {
    const subject = subjectOf(event)
    if (subject === null) return answer(args, event)
    const known = answers.get(subject) ?? new Map<string, Promise<Answer>>()
    answers.set(subject, known)
    const given = known.get(question) ?? answer(args, event).then(withText)
    known.set(question, given)
    return given
  }
  return {
    onSubscribe({ setSubscribeFn }) {
      setSubscribeFn(async (args: ExecutionArgs) => {
        const events = await createSourceEventStream(args)
        if (!isAsyncIterable(events)) return events
        const question = questionOf(args)
        return mapEvents(events, (event) => answerOnce(args, question, event))
      })
    },
  }
}

async function answer(args: ExecutionArgs, event: unknown): Promise<Answer> {
  return execute({ ...args, rootValue: event })
}

/** An answer with errors is worded for each caller anew, behind this. */
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

/** Yoga parses a text once, so documents of one text are one object. */
const documents = new WeakMap<DocumentNode, number>()
let documentCount = 0

function questionOf({ document, operationName, variableValues }: ExecutionArgs): string {
  const number = documents.get(document) ?? ++documentCount
  documents.set(document, number)
  const used = variablesBelowRoot(document, operationName)
  const values = Object.entries(variableValues ?? {}).filter(([name]) => used.has(name))
  return JSON.stringify([number, operationName, values.sort(([a], [b]) => (a < b ? -1 : 1))])
}

function variablesBelowRoot(document: DocumentNode, operationName: string | null | undefined): Set<string> {
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

/** Each event's answer, one after the other; whoever goes away ends the source at once. */
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

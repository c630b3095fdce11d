import { createHash } from 'node:crypto'
import { defined } from '../../../src/checks.ts'
import { givenBy } from './given.ts'
import { graphQuestions } from './graph-questions.ts'
import type { Names } from './names.ts'
import { pathQuestions } from './path-questions.ts'
import type { Caller, Question } from './questions.ts'
import { readerQuestions } from './readers.ts'
import type { Answer, ServedCopy } from './served-copy.ts'
import { toolQuestions } from './tool-questions.ts'
import { userQuestions } from './user-questions.ts'

/** A request of a caller without Pro. */
export interface Request {
  caller: Caller
  question: Question
  /** Names it among all. */
  key: string
}

/** Every request of every caller without Pro. */
export function allRequests({ app }: Pick<ServedCopy, 'app'>, names: Names): Request[] {
  const given = givenBy(names)
  const of = (caller: Caller, questions: readonly Question[]) =>
    questions.map((question) => ({
      caller,
      question,
      key: `${caller} ${question.method} ${question.path} ${question.body ?? ''}`,
    }))
  const ofTiers = (['ANONYMOUS', 'FREE'] as const).flatMap((tier) =>
    of(tier, [
      ...pathQuestions(app, given),
      ...graphQuestions(tier, given),
      ...toolQuestions(given),
      ...readerQuestions(names),
    ]),
  )
  return [...ofTiers, ...of('USER', userQuestions(given))]
}

/** A number from 0 to 1 that follows from a seed and a request. */
export function chance(seed: number, { key }: Request): number {
  return createHash('sha256').update(`${seed} ${key}`).digest().readUInt32BE() / 2 ** 32
}

/** Asks a request, and its next pages. */
export async function askPages(copy: ServedCopy, { caller, question }: Request): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let next: Question | null = question; next !== null; ) {
    const answer: Answer = await copy.ask(next, caller)
    requireAsked(next, answer)
    answers.push(answer)
    next = next.next?.(answer.body) ?? null
  }
  return answers
}

/** Fails for a request that no world could answer, and so would compare nothing. */
function requireAsked({ of, method, path, body = '' }: Question, answer: Answer): void {
  if (method === 'GET' && answer.status === 200) return
  const code = UNASKED.find((text) => answer.body.includes(text))
  if (code === undefined) return
  throw new Error(`${of} is not asked, ${code}: ${path} ${body.slice(0, MOST_CHARACTERS)}`)
}

const UNASKED = [
  '"QUERY_TOO_COSTLY"',
  '"RATE_LIMITED"',
  'GRAPHQL_VALIDATION',
  'Cannot query field',
  'Unknown argument',
  'conflict because',
  'got invalid value',
]

/** Where two worlds' answers to a request differ. */
export interface Difference {
  of: string
  request: string
  at: string
}

/** Returns where a request's answers differ, with the first differing bytes. */
export function differenceOf(
  { question, key }: Request,
  one: readonly Answer[],
  other: readonly Answer[],
): Difference[] {
  const found = [...Array(Math.max(one.length, other.length)).keys()].flatMap((page) => {
    const at = pageDifference(one[page], other[page])
    return at === null ? [] : [{ of: question.of, request: `${key} page ${page + 1}`, at }]
  })
  return found.slice(0, 1)
}

function pageDifference(a: Answer | undefined, b: Answer | undefined): string | null {
  if (a === undefined || b === undefined) return 'only one world has such a page'
  const failure = [a, b].find(
    ({ status, body }) => status === 500 || body.includes('"extensions":{"code":"INTERNAL"'),
  )
  if (failure !== undefined) return `an internal failure: ${failure.body.slice(0, SHOWN)}`
  if (a.status !== b.status) return `status ${a.status} or ${b.status}: ${firstDifference(a.body, b.body)}`
  if (a.body !== b.body) return firstDifference(a.body, b.body)
  return a.headers === b.headers ? null : `headers: ${firstDifference(a.headers, b.headers)}`
}

/** Characters that are shown before the first difference and of both sides. */
const SHOWN = 70

export function firstDifference(a: string, b: string): string {
  let at = 0
  while (at < a.length && a[at] === b[at]) at++
  const before = a.slice(Math.max(0, at - SHOWN), at)
  return `…${before}«${a.slice(at, at + SHOWN)}» or «${b.slice(at, at + SHOWN)}»`.replaceAll(/\s+/g, ' ')
}

/** Operations that a report shows, and the longest request. */
const MOST_KINDS = 12
const MOST_CHARACTERS = 200

/** A few lines about what differs; empty where nothing does. */
export function reportOf(all: readonly Difference[]): string {
  const kinds = [...Map.groupBy(all, ({ of }) => of)]
  if (kinds.length === 0) return ''
  const shown = kinds.slice(0, MOST_KINDS).flatMap(([of, some]) => {
    const { request, at } = defined(some[0])
    return [`${of}: ${some.length}, such as`, `  ${request.slice(0, MOST_CHARACTERS)}`, `  ${at}`]
  })
  return [
    `${all.length} answers of ${kinds.length} kinds differ:`,
    ...shown,
    kinds.map(([of]) => of).join('; '),
  ].join('\n')
}

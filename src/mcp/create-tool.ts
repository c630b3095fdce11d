import { setTimeout as pause } from 'node:timers/promises'
import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { GraphQLSchema } from 'graphql'
import { meets, tierRefusal } from '../access/tier.ts'
import { isObject, isObject as isRecord } from '../checks.ts'
import { type InputProblem, PequodError } from '../errors.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { createAnswerSchemas, type JsonSchema } from '../rest/openapi/answer-schemas.ts'
import {
  type BodyOf,
  compileWireMapper,
  createBodyOf,
  operationBody,
  operationFailure,
} from '../rest/operations/wire-mapper.ts'
import { PLAIN } from '../rest/parameters/parameter-type.ts'
import { readParameters } from '../rest/parameters/read-parameters.ts'
import { requiredTier } from '../rest/parameters/required-tier.ts'
import type { RestParameter, RestRoute } from '../rest/route.ts'
import { toolPages } from './tool-pages.ts'
import { type ToolContent, toolContent } from './tool-result.ts'

export interface McpTool {
  /** The definition that clients list. */
  definition: Tool
  /**
   * Answers a call for the context's caller.
   * @throws PequodError as the operation's path does
   */
  call(given: Readonly<Record<string, unknown>>, context: RequestContext): Promise<ToolContent>
}

/** No tool reaches beyond the service. One that starts something removes nothing, and adds nothing when it is called again. */
const HINTS = { readOnlyHint: true, openWorldHint: false }
const CHANGE_HINTS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
}

/** The tool of a route: the same operation, parameters, tiers and answer as at REST; of its list a page, of its stream a part. */
export function createTool(executor: Executor, route: RestRoute): McpTool {
  const { schema } = executor
  const { name, summary: title, description } = route
  const { isObject, lists } = resultForm(schema, route)
  const pages = toolPages(route, (key) => lists.has(key))
  const parameters = asArguments((pages ?? route).parameters)
  const requires = requiredTier(schema, route.operation)
  const bodyOf = readerOf(executor, route)
  return {
    definition: {
      name,
      title,
      description: oneSentence(description),
      inputSchema: inputSchema(parameters),
      annotations: route.method === undefined ? HINTS : CHANGE_HINTS,
    },
    async call(given, context) {
      const { tier } = context.caller
      if (requires !== null && !meets(tier, requires)) throw tierRefusal(tier, requires)
      const variables = readArguments(parameters, given)
      const page = pages?.ask(variables)
      const body = await bodyOf(page?.variables ?? variables, context)
      const isPage = page !== undefined && typeof body === 'object' && body !== null
      return toolContent(isPage ? page.cut(body) : body, isObject)
    },
  }
}

function readerOf(executor: Executor, route: RestRoute): BodyOf {
  if (route.isStream) return createStreamReader(executor, route)
  const bodyOf = createBodyOf(executor, route)
  if (route.started === undefined) return bodyOf
  const read = createBodyOf(executor, route.started)
  return async (variables, context) => ended(await bodyOf(variables, context), (id) => read({ id }, context))
}

/** Milliseconds that a tool waits at most for the end of what it started, and between two looks. */
const LONGEST_WAIT_MS = 20_000
const LOOK_MS = 400

/** Reads a trial that was started until it has ended, or for as long as a tool waits: the answer says how far it is. */
async function ended(body: unknown, read: (id: unknown) => Promise<unknown>): Promise<unknown> {
  const { id } = Object(body)
  const end = performance.now() + LONGEST_WAIT_MS
  for (;;) {
    const now = await read(id)
    const { state } = Object(now)
    if (!UNDER_WAY.has(state) || performance.now() >= end) return now
    await pause(LOOK_MS)
  }
}

const UNDER_WAY: ReadonlySet<unknown> = new Set(['waiting', 'running'])

/**
 * A text of REST as one sentence: its first, with the tier that it requires. Hosts give every tool to a model with each
 * question, and the schema of an argument has its limits and its default.
 */
function oneSentence(text: string): string {
  const [first = '', ...more] = text.replaceAll(/ \(\[[^[\]]*\]\([^()]*\)\)/g, '').split(/(?<=\.) (?=[A-Z`])/)
  const tier = more.find((sentence) => sentence.startsWith('Requires '))
  return tier === undefined ? first : `${first.replace(/\.$/, '')}; r${tier.slice(1)}`
}

/** Limits in words, which the schema beside them has as numbers or a pattern, and words that the instructions of all tools say. */
const LIMITS =
  /[,:] (?:from [\d,.]{1,30} to [\d,.]{0,30}\d|up to [\d,]{1,15} characters|0x and \d\d hex digits, in any case|1 to \d{1,3} letters, digits, hyphens and underscores)| UTC| the leaderboard's(?= `access`)/g

/** The arguments of a tool: the parameters of its path. */
function inputSchema(parameters: Readonly<Record<string, RestParameter>>): Tool['inputSchema'] {
  const all = Object.values(parameters)
  const required = all.flatMap((parameter) => (parameter.required ? [parameter.name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, description, required: isRequired, type: { jsonSchema } }) => {
        const { default: usual, ...schema } = schemaOf(jsonSchema)
        return [
          name,
          {
            ...schema,
            ...(!isRequired && usual !== undefined && { default: usual }),
            ...(description !== '' && { description: oneSentence(description).replaceAll(LIMITS, '') }),
          },
        ]
      }),
    ),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

/**
 * The schema of an argument as models need it. They write no control characters, know the form of a time, send no list of
 * hundreds, negative amount or page without rows, and name no billions of dollars; a call that does is refused. A pattern
 * only shows the form.
 */
function schemaOf({
  minItems: _,
  maxItems,
  minLength,
  maxLength,
  minimum,
  maximum,
  pattern,
  ...schema
}: JsonSchema): JsonSchema {
  const isKnown = pattern === undefined || pattern === PLAIN || schema.format !== undefined
  return {
    ...schema,
    ...(maximum !== undefined && Number(maximum) < 1e9 && { maximum }),
    ...(!isKnown && {
      pattern: String(pattern)
        .replaceAll('[xX]', 'x')
        .replaceAll(/0-9a-fA-F|A-Za-z0-9_/g, '\\w'),
    }),
    ...(isRecord(schema.items) && { items: schemaOf(schema.items) }),
  }
}

/** The form of a tool's result: that of its path's answer. */
interface ResultForm {
  /** False: the body may be null, and is under `value`. */
  isObject: boolean
  /** The keys of the body that hold lists. */
  lists: ReadonlySet<string>
}

/** Tools declare no output schema: it would triple their list, and no model reads it. OpenAPI has the schema of each answer. */
function resultForm(schema: GraphQLSchema, { operation }: RestRoute): ResultForm {
  const answers = createAnswerSchemas()
  const body = answers.of(operationBody(schema, operation))
  const own = typeof body.$ref === 'string' ? answers.components[nameOf(body.$ref)] : body
  const lists = Object.entries(Object(own?.properties)).filter(([, value]) => Object(value).type === 'array')
  return { isObject: own?.type === 'object', lists: new Set(lists.map(([key]) => key)) }
}

function nameOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1)
}

/** The sentence of a refused address: models call a trader by name. */
const BY_NAME = 'To find a trader by name, use searchTraders.'
const ADDRESSES: ReadonlySet<string> = new Set(['address', 'addresses'])

/** A path's parameters as a tool takes them: several values are a list, under the name of the variable. */
function asArguments(parameters: Readonly<Record<string, RestParameter>>): Record<string, RestParameter> {
  return Object.fromEntries(
    Object.entries(parameters).map(([variable, parameter]) => {
      const { list } = parameter.type
      if (list === undefined) return [variable, parameter]
      const isPlural = list.jsonSchema.type === 'array' && parameter.sets === undefined
      const name = isPlural ? variable : parameter.name
      const description = parameter.description.replace(', separated by commas', '')
      return [variable, { ...parameter, name, description, type: list }]
    }),
  )
}

/**
 * Returns an operation's variables from a tool's arguments, which are JSON values. They become the texts that
 * a REST URL would hold, and the same rules apply. Null counts as omitted, because models fill in every
 * argument they know.
 * @param parameters by the name of the variable that each one sets
 * @throws PequodError BAD_USER_INPUT that names every unknown, missing or malformed argument
 */
function readArguments(
  parameters: Readonly<Record<string, RestParameter>>,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const lists = Object.values(parameters).filter(({ type }) => type.jsonSchema.type === 'array')
  const texts = Object.entries(given).flatMap(([name, value]) => {
    if (value === null) return []
    const isList = Array.isArray(value) && lists.some((one) => one.name === name)
    return [[name, isList ? value : textOf(value)]]
  })
  try {
    return readParameters(inOnePlace(parameters), { path: {}, query: Object.fromEntries(texts) })
  } catch (error) {
    throw error instanceof PequodError ? ofArguments(error) : error
  }
}

/** A tool has arguments, where an address has a path and a query. */
function inOnePlace(parameters: Readonly<Record<string, RestParameter>>): Record<string, RestParameter> {
  return Object.fromEntries(
    Object.entries(parameters).map(([variable, parameter]) => [variable, { ...parameter, in: 'query' }]),
  )
}

/** A list or an object becomes a text that no parameter accepts. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function ofArguments(error: PequodError): PequodError {
  const problems = error.problems.map((problem): InputProblem => {
    const message = ADDRESSES.has(problem.name) ? `${problem.message} ${BY_NAME}` : problem.message
    return { ...problem, in: 'argument', message }
  })
  const isOfTrader = problems.some(({ name }) => ADDRESSES.has(name))
  const message = isOfTrader ? `${error.message} ${BY_NAME}` : error.message
  return new PequodError(error.code, message, { problems, cause: error })
}

/** Messages of one part at most. */
const MOST_MESSAGES = 50
/** Milliseconds after which a part ends without a message: a stream says how far it has come as soon as it is level. */
const LONGEST_MS = 10_000

/**
 * Returns a part of a stream: the messages after a cursor, up to the newest event or {@link MOST_MESSAGES}. A caller that passes
 * `nextCursor` on, as often as it likes, misses no message and gets none twice.
 * @throws Error if the operation has no body
 */
function createStreamReader(executor: Executor, { operation: document, parameters }: RestRoute): BodyOf {
  const operation = { document, name: null, isOurs: true }
  const toBody = compileWireMapper(executor.schema, document)
  type Variables = Parameters<Executor['subscribe']>[1]

  async function* messages(variables: Variables, context: RequestContext, ending: AbortSignal) {
    const items = await executor.subscribe(operation, variables, context)
    if (!(Symbol.asyncIterator in items)) throw operationFailure(items.errors ?? [], parameters)
    const iterator = items[Symbol.asyncIterator]()
    // A generator would end only after its pending wait.
    ending.addEventListener('abort', () => void iterator.return?.(), { once: true })
    for (;;) {
      const next = await iterator.next()
      if (next.done === true) return
      const { data, errors } = await executor.answerEvent(operation, variables, context, next.value)
      if (errors !== undefined && errors.length > 0) throw operationFailure(errors, parameters)
      const body = toBody(data)
      if (isObject(body)) yield body
    }
  }
  return async (variables, context) => {
    const ending = new AbortController()
    const end = setTimeout(() => ending.abort(), LONGEST_MS)
    const items: object[] = []
    let nextCursor: unknown = variables.cursor ?? null
    let isNewest = false
    try {
      for await (const message of messages(variables, context, ending.signal)) {
        nextCursor = message.cursor
        isNewest = message.kind === 'position'
        if (!isNewest) items.push(message)
        if (isNewest || items.length >= MOST_MESSAGES) break
      }
    } finally {
      clearTimeout(end)
      ending.abort()
    }
    return { items, nextCursor, isNewest }
  }
}

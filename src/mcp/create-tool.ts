import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import type { GraphQLSchema } from 'graphql'
import { meets } from '../access/tier.ts'
import { tierRefusal } from '../access/tier-refusal.ts'
import { isObject as isRecord } from '../checks.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { createAnswerSchemas } from '../rest/openapi/answer-schemas.ts'
import type { JsonSchema } from '../rest/openapi/json-schema.ts'
import { createBodyOf } from '../rest/operations/body-of.ts'
import { operationBody } from '../rest/operations/wire-mapper.ts'
import { PLAIN } from '../rest/parameters/parameter-type.ts'
import { requiredTier } from '../rest/parameters/required-tier.ts'
import type { RestParameter, RestRoute } from '../rest/route.ts'
import { asArguments, readArguments } from './read-arguments.ts'
import { createStreamReader } from './read-stream.ts'
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
  const bodyOf = (route.isStream ? createStreamReader : createBodyOf)(executor, route)
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

/**
 * A text of REST as one sentence: its first, with the tier that it requires. Hosts give every tool to a model with each
 * question, and the schema of an argument has its limits and its default.
 */
function oneSentence(text: string): string {
  const [first = '', ...more] = text.replaceAll(/ \(\[[^[\]]*\]\([^()]*\)\)/g, '').split(/(?<=\.) (?=[A-Z`])/)
  const tier = more.find((sentence) => sentence.startsWith('Requires '))
  return tier === undefined ? first : `${first.replace(/\.$/, '')}; r${tier.slice(1)}`
}

/** Limits in words: the schema beside them has the numbers or the pattern. */
const LIMITS =
  /[,:] (?:from [\d,.]{1,30} to [\d,.]{0,30}\d|up to [\d,]{1,15} characters|0x and \d\d hex digits, in any case)/g

/** The arguments of a tool: the parameters of its path. */
function inputSchema(parameters: Readonly<Record<string, RestParameter>>): Tool['inputSchema'] {
  const all = Object.values(parameters)
  const required = all.flatMap((parameter) => (parameter.required ? [parameter.name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries(
      all.map(({ name, description, type: { jsonSchema } }) => {
        return [
          name,
          { ...schemaOf(jsonSchema), description: oneSentence(description).replaceAll(LIMITS, '') },
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

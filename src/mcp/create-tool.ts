import type { Tool } from '@modelcontextprotocol/sdk/types.js'
import { meets } from '../access/tier.ts'
import { tierRefusal } from '../access/tier-refusal.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { createBodyOf } from '../rest/operations/body-of.ts'
import { requiredTier } from '../rest/parameters/required-tier.ts'
import type { RestRoute } from '../rest/routes/route.ts'
import { asArguments, readArguments } from './read-arguments.ts'
import { toolPages } from './tool-pages.ts'
import { type ToolContent, toolContent } from './tool-result.ts'
import { inputSchema, oneSentence, resultForm } from './tool-schemas.ts'

export interface McpTool {
  /** The definition that clients list. */
  definition: Tool
  /**
   * Answers a call for the context's caller.
   * @throws PequodError as the operation's path does
   */
  call(given: Readonly<Record<string, unknown>>, context: RequestContext): Promise<ToolContent>
}

/** No tool changes anything or reaches beyond the service; the other hints are for tools that do. */
const HINTS = { readOnlyHint: true, openWorldHint: false }

/** The tool of a route: the same operation, parameters, tiers and answer as at REST; of its list a page. */
export function createTool(executor: Executor, route: RestRoute): McpTool {
  const { schema } = executor
  const { name, summary: title, description } = route
  const { isObject, lists } = resultForm(schema, route)
  const pages = toolPages(route, (key) => lists.has(key))
  const parameters = asArguments((pages ?? route).parameters)
  const requires = requiredTier(schema, route.operation)
  const bodyOf = createBodyOf(executor, route)
  return {
    definition: {
      name,
      title,
      description: oneSentence(description),
      inputSchema: inputSchema(parameters),
      annotations: HINTS,
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

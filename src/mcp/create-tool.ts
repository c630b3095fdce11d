import type { CallToolResult, Tool } from '@modelcontextprotocol/sdk/types.js'
import { meets } from '../access/tier.ts'
import { tierRefusal } from '../access/tier-refusal.ts'
import type { Executor } from '../execute/executor.ts'
import type { RequestContext } from '../graph/kit/context.ts'
import { createBodyOf } from '../rest/operations/body-of.ts'
import { requiredTier } from '../rest/parameters/required-tier.ts'
import type { RestRoute } from '../rest/routes/route.ts'
import { readArguments } from './read-arguments.ts'
import { toolResult } from './tool-result.ts'
import { inputSchema, outputSchema } from './tool-schemas.ts'

/** An operation as a tool. */
export interface McpTool {
  /** What a client is told of it. */
  definition: Tool
  /**
   * Answers a call for the context's caller.
   * @throws PequodError as the operation's path does
   */
  call(given: Readonly<Record<string, unknown>>, context: RequestContext): Promise<CallToolResult>
}

/** What every tool does not do: change anything, or reach beyond the service. */
const HINTS = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false }

/** The tool of a route: the same operation, parameters, tiers and answer as at REST. */
export function createTool(executor: Executor, route: RestRoute): McpTool {
  const { schema } = executor
  const { name, summary: title, description, parameters } = route
  const { schema: output, isObject } = outputSchema(schema, route)
  const requires = requiredTier(schema, route.operation)
  const bodyOf = createBodyOf(executor, route)
  return {
    definition: {
      ...{ name, title, description },
      inputSchema: inputSchema(parameters),
      outputSchema: output,
      annotations: { title, ...HINTS },
    },
    async call(given, context) {
      const { tier } = context.caller
      if (requires !== null && !meets(tier, requires)) throw tierRefusal(tier, requires)
      return toolResult(await bodyOf(readArguments(parameters, given), context), isObject)
    },
  }
}

import type { FastifyRequest } from 'fastify'
import { Kind } from 'graphql'
import { askedTool } from '../mcp/asked-tool.ts'
import type { RestRoute } from '../rest/route.ts'

/** What asks for nothing that there is. */
const NOTHING = 'nothing'
/** A GraphQL operation that has no name. */
const ANONYMOUS = 'anonymous operation'
/** A GraphQL operation under a name that its caller chose: were it a label, callers could make ever more series. */
const OWN = 'other operation'

/**
 * Names what a request asks for, by a few names alone: the operation of a REST path, a GraphQL operation of those that
 * REST is made of, a tool of MCP (`/mcp getLeaderboard`), or the pattern of another path.
 */
export function requestLabels(routes: readonly RestRoute[]): (request: FastifyRequest) => string {
  const byPattern = new Map(routes.map(({ path, name }) => [path.replaceAll(/\{(\w+)\}/g, ':$1'), name]))
  const known = new Set(routes.map(operationName))
  const tools = new Set(routes.map(({ name }) => name))
  return (request) => {
    const { url } = request.routeOptions
    if (request.is404 || url === undefined) return NOTHING
    if (url === '/mcp') return toolLabel(url, askedTool(request.body), tools)
    if (url !== '/graphql') return byPattern.get(url) ?? url
    const name = askedOperation(request)
    return name === null ? ANONYMOUS : known.has(name) ? name : OWN
  }
}

/** What calls no tool that there is counts for the door. */
function toolLabel(url: string, tool: string | null, known: ReadonlySet<string>): string {
  return tool !== null && known.has(tool) ? `${url} ${tool}` : url
}

function operationName({ operation }: RestRoute): string {
  const definition = operation.definitions.find(({ kind }) => kind === Kind.OPERATION_DEFINITION)
  return definition !== undefined && 'name' in definition ? (definition.name?.value ?? '') : ''
}

/** The name that the request gives, else that of the first operation in its document; null for none. */
function askedOperation({ body, query }: FastifyRequest): string | null {
  const asked: unknown = body ?? query
  if (typeof asked !== 'object' || asked === null) return null
  if ('operationName' in asked && typeof asked.operationName === 'string') return asked.operationName
  if (!('query' in asked) || typeof asked.query !== 'string') return null
  return /^\s*(?:query|mutation|subscription)\s+(\w{1,100})/m.exec(asked.query)?.[1] ?? null
}

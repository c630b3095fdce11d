import type { RestParameter } from '../../../src/rest/route.ts'
import { ROUTES } from '../../../src/rest/routes/routes.ts'
import { FEW, type Given, placed, type Question, variants } from './questions.ts'

/** Messages to /mcp: each list, each tool with the arguments of its path, resources and completions. */
export function toolQuestions(given: Given): Question[] {
  const [trader = ''] = given.address ?? []
  const markets = given['market.id'] ?? []
  const resources = [
    'pequod://leaderboards',
    'pequod://whales',
    'pequod://smart-money',
    'pequod://leaderboard/pnl-7d',
    ...(given.address ?? []).map((address) => `pequod://trader/${address}`),
    ...markets.map((id) => `pequod://market/${id}`),
  ]
  const completions = ['leaderboard', 'trader', 'market'].flatMap((name) =>
    (given.query ?? []).map((value) => ({
      ref: { type: 'ref/resource', uri: `pequod://${name}/{${name}}` },
      argument: { name, value },
    })),
  )
  return [
    ...['tools/list', 'resources/list', 'resources/templates/list', 'prompts/list'].map((method) =>
      message(method, {}, method),
    ),
    ...ROUTES.flatMap((route) => {
      const asked = Object.values(route.parameters).map((one) => ({
        name: one.name,
        isRequired: one.required,
        values: valuesOf(one),
      }))
      const place = route.path.match(/([\w-]+)\/\{/)?.[1] ?? ''
      const own = route.path.split('/').at(-1) ?? ''
      const values = placed(given, route.name, [own, place], asked)
      return variants(route.name, asked, values, FEW).map((values) =>
        message(
          'tools/call',
          { name: route.name, arguments: argumentsOf(values, route.parameters) },
          `tool ${route.name}`,
        ),
      )
    }),
    ...resources.map((uri) =>
      message('resources/read', { uri }, `resource ${uri.replace(/(\w+:\/\/[\w-]+).*/, '$1')}`),
    ),
    ...completions.map((params) =>
      message('completion/complete', params, `completion ${params.argument.name}`),
    ),
    message('prompts/get', { name: 'assess-trader', arguments: { trader } }, 'prompt'),
  ]
}

function valuesOf({ type }: RestParameter): string[] | undefined {
  const { enum: values, type: kind } = type.jsonSchema
  return Array.isArray(values) ? values.map(String) : kind === 'boolean' ? ['true', 'false'] : undefined
}

function argumentsOf(
  values: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, RestParameter>>,
) {
  const byName = new Map(Object.values(parameters).map((one) => [one.name, one]))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const kind = String(byName.get(name)?.type.jsonSchema.type)
      return [name, ['integer', 'number', 'boolean', 'object'].includes(kind) ? JSON.parse(value) : value]
    }),
  )
}

function message(method: string, params: object, of: string): Question {
  return {
    of: `MCP ${of}`,
    method: 'POST',
    path: '/mcp',
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  }
}

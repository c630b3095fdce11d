import fc from 'fast-check'
import { buildSchema, type GraphQLArgument } from 'graphql'
import { describe, expect, test } from 'vitest'
import { PequodError } from '../../../src/errors.ts'
import { GIVEN_ADDRESS } from '../../../src/graph/kit/limits/known-limits.ts'
import { parameterType } from '../../../src/rest/parameters/parameter-type.ts'
import { readParameters } from '../../../src/rest/parameters/read-parameters.ts'
import type { RestParameter } from '../../../src/rest/route.ts'
import type { ValueLimits } from '../../../src/value-limits.ts'

const FIELD = buildSchema('type Query { traders(wallet: ID!, first: Int, query: String): Int }')
  .getQueryType()
  ?.getFields().traders
const LIMITS: Record<string, ValueLimits> = {
  wallet: GIVEN_ADDRESS,
  first: { minimum: 1, maximum: 1_000 },
  query: { maxLength: 5 },
}

function typeOf(name: string) {
  const found = FIELD?.args.find((one) => one.name === name)
  if (found === undefined) throw new Error(`no argument ${name}`)
  const argument: GraphQLArgument = { ...found, extensions: { limits: LIMITS[name] } }
  return parameterType({ argument, type: argument.type, field: null })
}

const common = { description: '', example: '' }
const PARAMETERS: Record<string, RestParameter> = {
  wallet: { ...common, name: 'address', in: 'path', required: true, type: typeOf('wallet') },
  first: { ...common, name: 'limit', in: 'query', required: false, type: typeOf('first') },
  query: { ...common, name: 'query', in: 'query', required: false, type: typeOf('query') },
}
const WALLET = `0x${'aB'.repeat(20)}`

function read(query: Record<string, unknown>, path: Record<string, unknown> = { address: WALLET }) {
  try {
    return { variables: readParameters(PARAMETERS, { path, query }) }
  } catch (error) {
    if (!(error instanceof PequodError)) throw error
    expect(error.code).toBe('BAD_USER_INPUT')
    return { problems: error.problems, detail: error.message }
  }
}

describe('the parameters of a path', () => {
  test('set their variables; missing ones are left to the schema', () => {
    expect(read({})).toEqual({ variables: { wallet: WALLET.toLowerCase() } })
    expect(read({ limit: '7', query: '' })).toEqual({
      variables: { wallet: WALLET.toLowerCase(), first: 7, query: '' },
    })
  })

  test('include a limit of decimal digits within its range, and no other text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.integer({ min: -5, max: 2000 }).map(String), fc.double().map(String)),
        (given) => {
          const fits = /^[0-9]{1,9}$/.test(given) && BigInt(given) >= 1n && BigInt(given) <= 1000n
          const result = read({ limit: given })
          if (fits) expect(result.variables).toMatchObject({ first: Number(given) })
          else
            expect(result.problems).toEqual([
              { in: 'query', name: 'limit', message: 'limit must be a whole number from 1 to 1,000.' },
            ])
        },
      ),
    )
  })

  test('report every problem together: unknown, repeated, malformed and missing', () => {
    const { problems, detail } = read({ limt: '5', limit: ['1', '2'], query: 'a\u0000' }, {})
    expect(problems).toEqual([
      { in: 'query', name: 'limt', message: 'limt is not a parameter; known here: limit, query.' },
      { in: 'path', name: 'address', message: 'address is missing.' },
      { in: 'query', name: 'limit', message: 'limit is repeated 2 times; send it once.' },
      {
        in: 'query',
        name: 'query',
        message: 'query must be a text of up to 5 characters without control characters.',
      },
    ])
    expect(detail).toBe(problems?.map(({ message }) => message).join(' '))
  })

  test('repeat a made-up name only in part, and names of objects are unknown', () => {
    expect(read({ ['x'.repeat(500)]: '' }).detail?.length).toBeLessThan(120)
    expect(read({ ['x'.repeat(500)]: '' }).problems?.[0]?.name.length).toBeLessThan(50)
    for (const name of ['constructor', 'toString', '__proto__'])
      expect(read(Object.fromEntries([[name, '1']])).problems?.length).toBe(1)
  })

  test('name 20 unknown ones and count the others', () => {
    const many = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, n) => [`p${n}`, '']))
    expect(read(many(20)).problems).toHaveLength(20)
    const { problems, detail } = read({ ...many(2_000), limit: 'x' })
    expect(problems?.map(({ name }) => name)).toEqual([...Object.keys(many(20)), 'limit'])
    expect(detail).toContain('1980 more are unknown too.')
  })
})

test('a refusal of an order names the number that is unknown and those that exist', () => {
  const schema = buildSchema(
    'type Query { traders(orderBy: [Order!]): Int } input Order { by: Number!, weight: Float, direction: Direction, change: Boolean } enum Number { PNL TRADE_COUNT } enum Direction { ASC DESC }',
  )
  const argument = schema.getQueryType()?.getFields().traders?.args[0]
  if (argument === undefined) throw new Error('no argument')
  const type = parameterType({ argument, type: argument.type, field: null })
  const parameters = { orderBy: { ...common, name: 'order', in: 'query' as const, required: false, type } }
  const problemOf = (order: string) => {
    try {
      return readParameters(parameters, { path: {}, query: { order } })
    } catch (error) {
      return error instanceof PequodError ? error.message : error
    }
  }
  for (const order of ['tradeCount:asc', 'pnl:desc,tradeCount:asc', 'tradeCount*2', 'tradeCount:up'])
    expect(problemOf(order)).toBe('order cannot be by tradeCount; known here: pnl, trade_count.')
  expect(problemOf('x'.repeat(300))).toBe(
    `order cannot be by ${'x'.repeat(40)}; known here: pnl, trade_count.`,
  )
  for (const order of ['pnl:up', 'pnl*', '', ',', '<b>', `${'pnl,'.repeat(6)}pnl`])
    expect(problemOf(order)).toBe('order must be 1 to 5 orders separated by commas, such as volume:desc.')
  expect(problemOf('trade_count:asc,pnl:change')).toEqual({
    orderBy: [
      { by: 'TRADE_COUNT', direction: 'ASC' },
      { by: 'PNL', change: true },
    ],
  })
})

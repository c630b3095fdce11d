import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { askExamples } from '../../bin/print/examples/ask-examples.ts'
import { type ExampleWorld, openExampleWorld } from '../../bin/print/examples/example-world.ts'
import { EXAMPLE_DAY } from '../../bin/print/examples/plant-examples.ts'
import { meets, TIERS, type Tier } from '../../src/access/tier.ts'
import { defined } from '../../src/checks.ts'
import { dayText } from '../../src/ledger/quantities.ts'
import { serviceDocument } from '../../src/rest/openapi/document.ts'
import examples from '../../src/rest/openapi/examples.json' with { type: 'json' }
import { createContract } from './support/document-contract.ts'
import { fitsParameter } from './support/fits-parameter.ts'
import { getPath, type HttpAnswer } from './support/http-answer.ts'
import {
  addressOf,
  type DocumentOperation,
  type DocumentParameter,
  exampleValues,
  neededValues,
  operationsOf,
} from './support/operations-of.ts'
import { boundaryTexts } from './support/parameter-arbitrary.ts'
import { questionArbitrary } from './support/question-arbitrary.ts'
import { rawAddressArbitrary } from './support/raw-address-arbitrary.ts'

const SERVICES = ['app', 'limited', 'empty', 'broken'] as const
type Values = Readonly<Record<string, string | readonly string[]>>

interface Asked {
  /** @default PRO */
  tier?: Tier
  /** @default app */
  service?: (typeof SERVICES)[number]
  headers?: Readonly<Record<string, string>>
}

const document = serviceDocument()
const contract = createContract(document)
const operations = operationsOf(document)
const each = operations.map((operation) => [operation.path, operation] as const)
/** How many traders of a leaderboard is asked only of a leaderboard, and columns only of a file. */
const BESIDE: Readonly<Record<string, Values>> = { top: { board: 'pnl-30d' }, columns: { format: 'csv' } }
/** Parameters that something was answered with: `/v1/trader limit`. */
const answered = new Set<string>()
const origins = new Map<string, string>()
let world: ExampleWorld

beforeAll(async () => {
  world = await openExampleWorld()
  for (const service of SERVICES)
    origins.set(service, await world[service].listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => world.close())

/**
 * Requests a path with these values and its examples of path parameters, and checks the answer against the
 * document.
 */
async function ask(
  operation: DocumentOperation,
  values: Values = {},
  { tier = 'PRO', service = 'app', headers = {} }: Asked = {},
): Promise<HttpAnswer> {
  const beside = Object.keys(values).map((name) => BESIDE[name] ?? {})
  const url = addressOf(operation, Object.assign(neededValues(operation), ...beside, values))
  const answer = await getPath(origins.get(service) ?? '', url, { ...world.callers[tier], ...headers })
  expect(
    contract.faultsOf(operation.path, answer),
    `${url} for ${tier}: ${answer.body.slice(0, 200)}`,
  ).toEqual([])
  return answer
}

const statusOf = async (...question: Parameters<typeof ask>) => (await ask(...question)).status

/** A value that works: the document's example, or one that only this world can give. */
async function workingValue(operation: DocumentOperation, { name, in: place, schema }: DocumentParameter) {
  if (name === 'cursor') return String(JSON.parse((await ask(operation, { limit: '1' })).body).nextCursor)
  if (name === 'columns') return defined((await ask(operation, { format: 'csv' })).body.split(/[,\n]/)[0])
  if (schema.format === 'date') return dayText(EXAMPLE_DAY)
  if (schema.format === 'date-time')
    return exampleValues(operation, place)[name] ?? `${dayText(EXAMPLE_DAY)}T00:00:00Z`
  if (name === 'wallet' || name === 'trader') return examples.parameters.getTrader.address
  // A tag takes the place of the category, so the document has no example of both.
  if (name === 'tag') return exampleValues(operation, place)[name] ?? 'elections'
  if (name === 'market')
    return exampleValues(operation, place)[name] ?? examples.parameters.listTraderTrades.market
  return exampleValues(operation, place)[name] ?? String(schema.minimum ?? '')
}

/** Parameters that a value of an explanation's subject or number takes along. */
function beside(name: string, value: unknown): Record<string, string> {
  const market = { subject: 'market', id: examples.parameters.getMarket.id, metric: 'volume' }
  const alert = { subject: 'alert', id: examples.parameters.getWhaleAlert.id, metric: 'conditions' }
  if (name === 'subject') return value === 'market' ? market : value === 'alert' ? alert : {}
  if (name !== 'metric') return {}
  return value === 'conditions' ? alert : value === 'holders' || value === 'open-interest' ? market : {}
}

/** Returns texts that the schema excludes and that a URL can hold. */
function wrongValues(parameter: DocumentParameter): string[] {
  const { minimum = 0, maximum = 0, maxLength = 0 } = parameter.schema
  const bounds = [minimum - 1, maximum + 1].map(String)
  const words = ['no-such', 'TRUE', '', '1e2', ' 1', '٣', '\u0000', '2026-02-30', 'x'.repeat(maxLength + 1)]
  const wrong = [...bounds, ...words].filter((text) => !fitsParameter(parameter, text))
  return parameter.in === 'path' ? wrong.filter((text) => text !== '') : wrong
}

/** Returns a value of a parameter's form that is unknown in this world. */
function unknownValue({ schema: { pattern } }: DocumentParameter): string {
  const digits = /\{(22|40|64)\}/.exec(pattern ?? '')?.[1]
  if (digits === undefined) return 'no-such'
  return `${digits === '22' ? '' : '0x'}${'9'.repeat(Number(digits))}`
}

describe.each(each)('%s', (path, operation) => {
  const { parameters, statuses, requires } = operation
  const inPath = parameters.filter((parameter) => parameter.in === 'path')

  test('answers each tier by its example, or names the missing tier', async () => {
    const query = exampleValues(operation, 'query')
    for (const tier of TIERS) {
      const refusal = tier === 'ANONYMOUS' ? 401 : 403
      const expected = requires === null || meets(tier, requires) ? 200 : refusal
      expect([tier, await statusOf(operation, query, { tier })]).toEqual([tier, expected])
    }
  })

  test('takes every parameter, with every value of a choice, once', async () => {
    for (const parameter of parameters) {
      const { name, in: place, schema } = parameter
      const values = schema.enum ?? [await workingValue(operation, parameter)]
      for (const value of values)
        expect([name, value, await statusOf(operation, { ...beside(name, value), [name]: value })]).toEqual([
          name,
          value,
          200,
        ])
      if (place === 'query') expect(await statusOf(operation, { [name]: ['1', '1'] })).toBe(422)
      answered.add(`${path} ${name}`)
    }
  })

  test('refuses no value at the bounds of a schema that the schema allows', async () => {
    for (const parameter of parameters.filter(({ name }) => !['cursor', 'asOf', 'columns'].includes(name))) {
      const allowed = boundaryTexts(parameter).filter((text) => fitsParameter(parameter, text))
      for (const text of allowed.filter((one) => parameter.in === 'query' || one !== ''))
        expect([text, await statusOf(operation, { [parameter.name]: text })]).not.toEqual([text, 422])
    }
  })

  test('refuses what a parameter’s schema excludes, naming the parameter', async () => {
    for (const parameter of parameters) {
      for (const value of wrongValues(parameter)) {
        const answer = await ask(operation, { [parameter.name]: value })
        expect([parameter.name, value, answer.status]).toEqual([parameter.name, value, 422])
        expect(JSON.parse(answer.body).errors).toMatchObject([{ name: parameter.name }])
      }
    }
    expect(await statusOf(operation, { 'no such': 'parameter' })).toBe(422)
  })

  test('refuses other callers with the declared status', async () => {
    const wrong = { 'x-api-key': 'pq_live_nobody' }
    expect(await statusOf(operation, {}, { tier: 'ANONYMOUS', headers: wrong })).toBe(401)
    expect(await statusOf(operation, {}, { service: 'limited' })).toBe(429)
    expect(await statusOf(operation, {}, { service: 'empty' })).toBe(503)
    expect(await statusOf(operation, {}, { service: 'broken' })).toBe(500)
    for (const parameter of parameters.filter((one) => one['x-tier']?.otherwise === 'error')) {
      const value = parameter.schema.enum?.at(-1) ?? (await workingValue(operation, parameter))
      // Only gated leaderboards require an account without Pro.
      // Days of earlier months are everybody's.
      const telling =
        parameter.name === 'asOf' ? dayText(EXAMPLE_DAY + 1) : ({ false: 'true', 0: '1' }[value] ?? value)
      const onGated = { id: 'consistent-all', [parameter.name]: telling }
      if (parameter['x-tier']?.requires === 'free')
        expect(await statusOf(operation, onGated, { tier: 'ANONYMOUS' })).toBe(401)
      else expect(await statusOf(operation, { [parameter.name]: value }, { tier: 'FREE' })).toBe(403)
    }
    if (statuses.includes(404)) {
      const naming =
        inPath.length > 0
          ? inPath.filter(({ schema: { enum: choices } }) => choices === undefined)
          : parameters.filter(({ name }) => name === 'market' || name === 'screen' || name === 'traders')
      const unknown = Object.fromEntries(naming.map((parameter) => [parameter.name, unknownValue(parameter)]))
      // A filter's own parameters are not listed in the document.
      const named = naming.length === 0 ? { market: `0x${'9'.repeat(64)}` } : unknown
      expect(await statusOf(operation, named)).toBe(404)
    }
    if (statuses.includes(406))
      expect(await statusOf(operation, {}, { headers: { accept: 'image/png' } })).toBe(406)
  })

  test('answers 304 to the tag of a cacheable answer', async () => {
    // Answers that may hold what a signed-in caller saved are kept for other callers only.
    let found = false
    for (const tier of ['PRO', 'ANONYMOUS'] as const) {
      const { etag } = (await ask(operation, {}, { tier })).headers
      if (etag === undefined) continue
      found = true
      expect(await statusOf(operation, {}, { tier, headers: { 'if-none-match': etag } })).toBe(304)
    }
    expect(found).toBe(statuses.includes(304))
  })
})

/** Characters of an address that fits into the 16 KiB of a request's headers beside the others. */
const LONGEST_ADDRESS = 15_000

describe('any request to REST', () => {
  test.each(each)(
    '%s answers as the document says, and refuses what it excludes',
    async (path, operation) => {
      const property = fc.asyncProperty(questionArbitrary(operation), async (question) => {
        const { tier, address, isAllowed, isCertain } = question
        const answer = await getPath(origins.get('app') ?? '', address, world.callers[tier])
        // An address of more bytes than headers may have is refused before its path is known.
        if (answer.status === 431) {
          expect(address.length).toBeGreaterThan(LONGEST_ADDRESS)
          return
        }
        expect(contract.faultsOf(path, answer)).toEqual([])
        expect(answer.status).toBeLessThan(500)
        // A caller without access is refused first, and a text that is excluded can name nothing.
        if (!isAllowed) expect([422, 401, 403, 404]).toContain(answer.status)
        else if (isCertain) expect(answer.status).not.toBe(422)
      })
      await fc.assert(property, { numRuns: 40 })
    },
  )

  test('an unknown URL is refused in the shape of every error', async () => {
    const property = fc.asyncProperty(rawAddressArbitrary(operations), async (address) => {
      const { status, body } = await getPath(origins.get('app') ?? '', address, world.callers.PRO)
      expect(status).toBeLessThan(500)
      if (status >= 400)
        expect(JSON.parse(body)).toMatchObject({ detail: expect.any(String), code: expect.any(String) })
    })
    await fc.assert(property, { numRuns: 200 })
  })
})

describe('the OpenAPI document after all requests', () => {
  test('declares no status and no parameter that did not occur', () => {
    // Streams never end: test/server/event-streams.test.ts has their answers.
    const asked = new Set(operations.map(({ path }) => path))
    expect(contract.unseen().filter((response) => asked.has(response.replace(/ .*/, '')))).toEqual([])
    const declared = operations.flatMap(({ path, parameters }) =>
      parameters.map(({ name }) => `${path} ${name}`),
    )
    expect(declared.filter((parameter) => !answered.has(parameter))).toEqual([])
  })

  test('shows examples of this world (node bin/print/examples.js prints them)', async () => {
    expect(await askExamples(world)).toEqual(examples)
  })
})

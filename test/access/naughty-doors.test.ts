import type { GraphQLArgument } from 'graphql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { schema } from '../../src/graph/schema.ts'
import { ROUTES } from '../../src/rest/routes/routes.ts'
import { argumentsOf, questions, schemaAsker } from './support/argument-questions.ts'
import { type DoorAnswer, type IdentityDoor, openIdentityDoor } from './support/identity-door.ts'
import { NAUGHTY_STRINGS } from './support/naughty-strings.ts'

const { stackTraceLimit } = Error
let door: IdentityDoor
beforeAll(async () => {
  // Nearly every request here is refused: noting ten frames of each error took a fifth of the processor’s time.
  Error.stackTraceLimit = 1
  door = await openIdentityDoor()
})
afterAll(() => {
  Error.stackTraceLimit = stackTraceLimit
  return door.close()
})

/** An answer that a caller deserves: never a fault of ours, and never a page. */
function expectSound(answer: DoorAnswer, what: string) {
  const shown = `${what} → ${answer.status} ${answer.body.slice(0, 300)}`
  expect(answer.status, shown).toBeLessThan(500)
  expect(answer.type, shown).toMatch(/^application\/(json|graphql-response\+json)/)
  expect(answer.body, shown).not.toContain('"INTERNAL"')
}

/** All of them where a kind of parameter is met first; of those that are like it, each takes an eighth. */
function stringsFor(place: number, isFirst: boolean): readonly string[] {
  return isFirst ? NAUGHTY_STRINGS : NAUGHTY_STRINGS.filter((_, i) => i % 8 === place % 8)
}

/** As a browser would, but for what no browser can send. */
function percent(text: string): string {
  return encodeURIComponent(text.toWellFormed())
}

describe('naughty strings over REST', () => {
  const places = ROUTES.flatMap((route) =>
    Object.values(route.parameters).map((parameter) => ({ route, parameter, name: parameter.name })),
  ).map((place, index) => ({ ...place, index }))

  test.each(places)('$route.path: $name', async ({ route, parameter, name, index }) => {
    const isFirst = places.find((place) => place.name === name)?.index === index
    const fill = (text: string) =>
      parameter.in === 'path'
        ? route.path.replaceAll(/\{(\w+)\}/g, percent(text) || '%20')
        : `${exampleOf(route.path)}?${name}=${percent(text)}`
    await Promise.all(
      stringsFor(index, isFirst).map(async (text) => expectSound(await door.send(fill(text)), fill(text))),
    )
  })

  test('as names of parameters', async () => {
    await Promise.all(
      NAUGHTY_STRINGS.map(async (text) => {
        const path = `/v1/leaderboard?${percent(text)}=1`
        expectSound(await door.send(path), path)
      }),
    )
  })

  function exampleOf(path: string): string {
    return path.replaceAll('{id}', 'pnl-7d').replaceAll('{address}', `0x${'1'.repeat(40)}`)
  }
})

describe('naughty strings over GraphQL', () => {
  const places = argumentsOf(schema).map((place, index) => ({ ...place, index }))

  const typeOf = ({ argument }: { argument: GraphQLArgument }) => String(argument.type)
  let ask: ReturnType<typeof schemaAsker>
  beforeAll(() => {
    ask = schemaAsker(door.store.db, 'FREE')
  })

  test.each(places)('$root: $field.name($name)', async ({ root, field, argument, index }) => {
    const { variable, inline } = questions(root, field, argument)
    // A value in a document is read by its type, in any argument.
    const isFirst = places.find((place) => typeOf(place) === typeOf({ argument }))?.argument === argument
    const forms = isFirst ? [variable, inline] : [variable]
    for (const text of stringsFor(index, isFirst))
      for (const form of forms) {
        const errors = await ask(`naughty ${field.name} ${argument.name}`, form(text))
        const codes = errors.map(({ extensions }) => extensions.code)
        expect(codes, `${JSON.stringify(form(text))} → ${JSON.stringify(errors)}`).not.toContain('INTERNAL')
      }
  })

  test('as arguments over HTTP', async () => {
    const [first] = places
    if (first === undefined) throw new Error('the schema has no argument')
    const { variable } = questions(first.root, first.field, first.argument)
    await Promise.all(
      NAUGHTY_STRINGS.map(async (text) => {
        const body = JSON.stringify(variable(text))
        expectSound(await door.send('/graphql', [], body), body)
      }),
    )
  })

  test('as documents, names of operations, and bodies', async () => {
    const bodies = NAUGHTY_STRINGS.flatMap((text) => [
      JSON.stringify({ query: text }),
      JSON.stringify({ query: `{ viewer { kind } } # ${text}` }),
      JSON.stringify({ query: `query a { viewer { kind } }`, operationName: text }),
      JSON.stringify({
        query: '{ viewer { kind } }',
        variables: { [text]: text },
        extensions: { [text]: 1 },
      }),
      text,
    ])
    await Promise.all(bodies.map(async (body) => expectSound(await door.send('/graphql', [], body), body)))
  })
})

describe('naughty strings in headers and on pages', () => {
  /** Texts that Node lets a client put into a header. */
  const sendable = NAUGHTY_STRINGS.filter((text) => /^[\t\x20-\x7e\x80-\xff]*$/.test(text) && text !== '')

  test.each(['X-API-Key', 'Authorization', 'If-None-Match', 'X-Forwarded-For', 'Cookie', 'X-Request-Id'])(
    '%s',
    async (header) => {
      for (const text of sendable) {
        for (const path of ['/v1/leaderboard', '/graphql?query=%7Bviewer%7Bkind%7D%7D'])
          expectSound(await door.send(path, [header, text]), `${header}: ${text}`)
      }
    },
  )

  test('are escaped on every page', async () => {
    const dangerous = NAUGHTY_STRINGS.filter((text) => /[<>"']/.test(text) && text.length > 3)
    const pages = ['/?q=', '/docs?q=', '/graphql?query=', '/']
    for (const [i, danger] of dangerous.entries()) {
      // The explorer's own scripts hold almost anything; not this.
      const text = `call me ${danger}`
      // Each string on every other page.
      for (const page of pages.filter((_, n) => n % 2 === i % 2)) {
        const path = `${page}${percent(text)}`
        const { status, body, type } = await door.send(path, ['Accept', 'text/html'])
        expect(status, path).toBeLessThan(500)
        if (type.startsWith('text/html')) expect(body.includes(text), path).toBe(false)
      }
    }
  })
})

test('the store is unchanged after naughty strings', async () => {
  const accounts = await door.store.db.all<{ name: string; tier: string }>('SELECT name, tier FROM accounts')
  expect(accounts.map(({ tier }) => tier)).not.toContain('PRO')
  for (const { name } of accounts) expect(name).toMatch(/^naughty createApiKey /)
})

import { parse, validate } from 'graphql'
import { beforeAll, describe, expect, test } from 'vitest'
import { PACE_INPUT } from '../../src/delivery/channel-pace.ts'
import { declaredTier } from '../../src/graph/kit/tier-rule.ts'
import { schema } from '../../src/graph/schema.ts'
import { DOCUMENTS, searchDocs } from '../../src/pages/docs/docs-pages.ts'
import { exampleOf, SCHEMA_TYPES, schemaEntries } from '../../src/pages/docs/schema-reference.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'

describe('the docs as one site', () => {
  closeServed()
  let served: Served
  beforeAll(async () => {
    served = await serveWorld()
  })
  const open = (url: string) => served.app.inject({ url, headers: { accept: 'text/html' } })
  const examples = SCHEMA_TYPES.flatMap((type) =>
    schemaEntries(type).flatMap(({ name }) => exampleOf(type, name) ?? []),
  )

  test('the schema’s reference has a valid operation for each field', () => {
    expect(examples.length).toBeGreaterThan(1_000)
    for (const example of examples) expect(validate(schema, parse(example)), example).toEqual([])
    expect(exampleOf('Mutation', 'follow')).toContain('follow(input: {leaderboard: {leaderboard: "pnl-7d"')
    expect(exampleOf('NumberRange', 'min')).toContain('traders(where: {')
    // Directives alone have these types, which no operation gives.
    const given = SCHEMA_TYPES.filter((name) => name !== 'Otherwise' && name !== 'RequiredTier')
    const without = given.flatMap((name) =>
      schemaEntries(name).flatMap((entry) =>
        exampleOf(name, entry.name) === null ? [`${name}.${entry.name}`] : [],
      ),
    )
    expect(without).toEqual([])
    for (const name of ['KeyNumbers', 'RiskNumbers', 'TraderNumbers', 'Node'])
      for (const entry of schemaEntries(name)) expect(exampleOf(name, entry.name), entry.name).toContain('{')
  })

  test('a field that requires others is shown with them, in the form that is accepted', () => {
    for (const name of ['quietFrom', 'quietTo', 'timeZone']) {
      const example = exampleOf('PaceAlertChannelInput', name) ?? ''
      const given = [...example.matchAll(/(quietFrom|quietTo|timeZone): "([^"]*)"/g)]
      expect(given.length).toBe(3)
      const pace = Object.fromEntries(given.map(([, field, value]) => [field, value]))
      expect(PACE_INPUT.safeParse(pace).success, example).toBe(true)
    }
  })

  test('its pages say each field’s type, meaning and tier, and lead to GraphiQL', async () => {
    const { statusCode, body } = await open('/docs/schema?type=Trader')
    expect(statusCode).toBe(200)
    for (const { name } of schemaEntries('Trader')) expect(body).toContain(`id="${name.toLowerCase()}"`)
    expect(body).toContain('href="/graphql?query=')
    const { address } = (await served.app.inject('/v1/leaderboard/pnl-30d?limit=1')).json().entries[0]
    for (const url of ['/docs/schema', '/docs/schema.md'])
      expect((await open(url)).body, url).toContain(
        `trader(address: ${url.endsWith('md') ? '"' : '&quot;'}${address}`,
      )
    const query = await open('/docs/schema')
    const tiered = schema.getQueryType()?.getFields().smartMoneyHistory
    expect(tiered && declaredTier(tiered)?.requires).toBe('PRO')
    expect(query.body).toMatch(/Requires Pro; otherwise it is refused/)
    expect((await open('/docs/schema?type=Nothing')).statusCode).toBe(422)
  })

  test('a search finds sections of documents and fields of the schema, titles first', async () => {
    const found = searchDocs('drawdown').parts
    expect(found[0]?.title.toLowerCase()).toContain('drawdown')
    expect(found.some(({ href }) => href.startsWith('/docs/schema?type='))).toBe(true)
    expect(searchDocs('spreadsheet refreshes').parts[0]?.href).toBe(
      '/docs/guides#a-spreadsheet-that-refreshes',
    )
    expect(searchDocs('zzzzzzzzz').parts).toEqual([])
    const { body } = await open('/docs/search?q=%3Cb%3Edrawdown')
    expect(body).not.toContain('<b>drawdown')
    expect((await open('/docs/search?q=drawdown')).body).toContain(`href="${found[0]?.href}"`)
  })

  test('a search takes plurals, names of code, a wrong letter and questions, and finds paths of REST', async () => {
    const first = (words: string) => searchDocs(words).parts[0]
    for (const words of ['drawdowns', 'max_drawdown', 'MAX_DRAWDOWN', 'maxDrawdown', 'max drawdown'])
      expect(first(words)?.title, words).toBe('AnalyticsRisk.maxDrawdown')
    const misspelled = searchDocs('leaderbord')
    expect([...misspelled.corrected]).toEqual([['leaderbord', 'leaderboard']])
    expect(misspelled.parts[0]?.title).toMatch(/leaderboard/i)
    for (const words of ['GET /v1/leaderboard/{id}', 'getLeaderboard'])
      expect(first(words)?.href, words).toBe('/docs#tag/leaderboards/GET/v1/leaderboard/{id}')
    expect(searchDocs('how do I create a key?')).toEqual(searchDocs('create key'))
    const some = searchDocs('nginx leaderboard zzzzzzzzz')
    expect([some.hasAll, some.parts.length > 0]).toEqual([false, true])
    for (const words of ['%', '.*', '\\', 'x'.repeat(100), '('.repeat(100), '\ud800'])
      expect(searchDocs(words).parts, words).toEqual([])
    const { body } = await open('/docs/search?q=leaderbord')
    expect(body).toContain('Nothing has “leaderbord”: results for “leaderboard”.')
  })

  test('each page of the docs has its Markdown, which llms.txt names', async () => {
    const { body: list } = await open('/llms.txt')
    for (const name of ['guides', 'methodology', 'api', 'schema']) {
      expect(list).toContain(`/docs/${name}.md`)
      const { statusCode, headers, body } = await open(`/docs/${name}.md`)
      expect([statusCode, headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8'])
      expect(body).toMatch(/^# \w/)
    }
    expect((await open('/docs/schema.md?type=Trader')).body).toMatch(/^# Trader\n/)
    for (const name of DOCUMENTS.map((one) => one.name)) {
      const { body } = await open(`/docs/${name}.md`)
      const links = [...body.matchAll(/\]\(([^)#]+)/g)].map(
        ([, to = '']) => new URL(to, `http://localhost/docs/${name}.md`),
      )
      for (const { host, pathname } of links)
        if (host === 'localhost')
          expect([name, pathname, (await open(pathname)).statusCode]).toEqual([name, pathname, 200])
    }
    for (const [name, start] of [
      ['pequod', '# Printed from the route table'],
      ['verify_proof', '"""A second verifier'],
    ]) {
      const { headers, body } = await open(`/docs/${name}.py`)
      expect(headers['content-type']).toBe('text/x-python; charset=utf-8')
      expect(body.slice(0, start?.length)).toBe(start)
    }
    expect((await open('/docs/api')).body).toContain('href="/docs/pequod.py"')
    for (const url of [
      '/docs/nothing.py',
      '/docs/nothing.md',
      '/docs/schema.md?type=Nothing',
      '/docs/..%2FREADME.md',
    ])
      expect((await open(url)).statusCode).toBe(404)
  })
})

import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  createClient,
  deleteScreen,
  getScreen,
  listScreenMembers,
  listScreens,
  saveScreen,
} from '../../src/client/entry.ts'
import { MOST_SCREENS } from '../../src/screens/screens.ts'
import { listen } from '../../src/server/http/listen.ts'
import { serveUsers } from '../server/support/served-users.ts'
import { closeServed, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'

closeServed()

const users = serveUsers(serveWorld)

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const sendAs =
  (headers: Record<string, string>) =>
  async (method: Method, url: string, payload?: object): Promise<{ status: number; body: Body }> => {
    const { statusCode, body } = await users.served.app.inject({
      method,
      url,
      headers,
      ...(payload && { payload }),
    })
    return { status: statusCode, body: body === '' ? null : JSON.parse(body) }
  }
// biome-ignore lint/suspicious/noExplicitAny: answers are compared as they are
type Body = any

async function user(sub: string) {
  return sendAs({ authorization: `Bearer ${await users.tokenOf(sub)}` })
}

const QUESTION = {
  name: 'Careful winners',
  top: 7,
  where: { pnl: { min: 0 }, maxDrawdownPct: { max: 0.5 }, verdict: ['SKILLED', 'CANNOT_TELL'] },
  order: 'roi:desc',
}

it('is saved, listed, read, replaced and deleted', async () => {
  const send = await user('ahab')
  expect((await send('GET', '/v1/screens')).body).toEqual({ items: [] })
  const saved = await send('POST', '/v1/screens', QUESTION)
  expect(saved.status).toBe(200)
  const { id, path } = saved.body
  expect(saved.body).toMatchObject({ name: 'Careful winners', public: false, top: 7 })
  expect(decodeURIComponent(path)).toBe(
    '/v1/traders?order=roi:desc&where={"maxDrawdownPct":{"max":0.5},"pnl":{"min":0},"verdict":["SKILLED","CANNOT_TELL"]}',
  )
  expect((await send('GET', '/v1/screens')).body.items).toEqual([saved.body])
  expect((await send('GET', `/v1/screens/${id}`)).body).toEqual(saved.body)
  expect((await send('GET', `/v1/screens/${id}/members?limit=3`)).body.items).toHaveLength(3)
  const changed = { ...QUESTION, name: 'Two', period: '30d', category: 'sports', public: true }
  const replaced = await send('PUT', `/v1/screens/${id}`, changed)
  expect(replaced.body).toMatchObject({ id, name: 'Two', public: true, createdAt: saved.body.createdAt })
  expect(replaced.body.path).toContain('category=sports&order=roi%3Adesc&period=30d&')
  expect((await send('GET', '/v1/screens')).body.items).toEqual([replaced.body])
  expect(await send('DELETE', `/v1/screens/${id}`)).toEqual({ status: 200, body: { id } })
  for (const method of ['GET', 'DELETE'] as const)
    expect((await send(method, `/v1/screens/${id}`)).status).toBe(404)
  expect((await send('GET', `/v1/screens/${id}/members`)).status).toBe(404)
  expect((await send('PUT', `/v1/screens/${id}`, changed)).status).toBe(404)
})

const columns = ['pnl', 'roi', 'volume', 'tradeCount', 'winRate', 'maxDrawdown', 'edgeLow']
const arbitraryQuestion = fc.record({
  where: fc.dictionary(
    fc.constantFrom(...columns),
    fc.oneof(
      fc.record({ min: fc.integer({ min: -1_000, max: 1_000 }) }),
      fc.record({ max: fc.constantFrom(0.2, 1, 500) }),
      fc.record({ known: fc.boolean() }),
    ),
    { maxKeys: 3 },
  ),
  order: fc.constantFrom('volume', 'roi:desc', 'pnl:asc,roi', 'roi*0.4,edge_low*0.6', 'max_drawdown'),
  top: fc.integer({ min: 1, max: 40 }),
  period: fc.constantFrom('all', '30d'),
})

it('the members of a screen are the first of the same question, page by page', async () => {
  const send = await user('stubb')
  await fc.assert(
    fc.asyncProperty(arbitraryQuestion, fc.integer({ min: 1, max: 50 }), async (question, limit) => {
      const { body: saved } = await send('POST', '/v1/screens', { name: 'drawn', ...question })
      const { body: all } = await send('GET', `${saved.path}&limit=100`)
      const rows: unknown[] = []
      let cursor: string | null = null
      do {
        const at: string = cursor === null ? '' : `&cursor=${cursor}`
        const { body: members } = await send('GET', `/v1/screens/${saved.id}/members?limit=${limit}${at}`)
        expect(members.totalCount).toBe(Math.min(all.totalCount, question.top))
        expect([members.unknown, members.path]).toEqual([all.unknown, saved.path])
        rows.push(...members.items)
        cursor = members.nextCursor
      } while (cursor !== null)
      const expected = all.items.slice(0, question.top).map((row: Body) => {
        const { other: _other, between: _between, ...shown } = row
        return shown
      })
      expect(rows).toEqual(expected)
      expect((await send('DELETE', `/v1/screens/${saved.id}`)).status).toBe(200)
    }),
    { numRuns: 15 },
  )
})

it('another account neither reads, lists, replaces nor deletes a private screen, and cannot tell it from none', async () => {
  const [owner, other] = [await user('ishmael'), await user('queequeg')]
  const nobody = sendAs({})
  const { id } = (await owner('POST', '/v1/screens', QUESTION)).body
  const none = `${'x'.repeat(21)}A`
  expect((await other('POST', '/v1/screens', QUESTION)).status).toBe(200)
  for (const send of [other, nobody])
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', QUESTION],
      ['DELETE', undefined],
    ] as const) {
      const answers = await Promise.all([id, none].map((one) => send(method, `/v1/screens/${one}`, body)))
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.status).toBe(send === nobody && method !== 'GET' ? 401 : 404)
    }
  expect((await other('GET', '/v1/screens')).body.items.map((one: Body) => one.id)).not.toContain(id)
  expect((await nobody('GET', '/v1/screens')).status).toBe(401)
  expect((await owner('GET', `/v1/screens/${id}`)).body.name).toBe(QUESTION.name)
})

it('everybody reads a public screen, and nobody but its owner changes it', async () => {
  const [owner, other] = [await user('starbuck'), await user('flask')]
  const { id } = (await owner('POST', '/v1/screens', { ...QUESTION, public: true })).body
  const own = (await owner('GET', `/v1/screens/${id}`)).body
  for (const send of [other, sendAs({})]) expect((await send('GET', `/v1/screens/${id}`)).body).toEqual(own)
  expect((await other('PUT', `/v1/screens/${id}`, QUESTION)).status).toBe(404)
  expect((await other('DELETE', `/v1/screens/${id}`)).status).toBe(404)
  await owner('PUT', `/v1/screens/${id}`, QUESTION)
  expect((await other('GET', `/v1/screens/${id}`)).status).toBe(404)
})

it('its owner follows a private screen, anybody a public one, and to others a private one is the same as none', async () => {
  const [owner, other] = [await user('manxman'), await user('carpenter')]
  const { id } = (await owner('POST', '/v1/screens', QUESTION)).body
  const none = `${'x'.repeat(21)}A`
  for (const path of ['/v1/watchlist/screens/', '/v1/watchlist/screen:'])
    for (const method of ['PUT', 'DELETE'] as const) {
      const body = method === 'PUT' ? { top: 5 } : undefined
      const answers = await Promise.all([id, none].map((one) => other(method, `${path}${one}`, body)))
      expect(answers[0]).toEqual(answers[1])
      expect(answers[0]?.status).toBe(404)
    }
  const followed = await owner('PUT', `/v1/watchlist/screen:${id}`, { top: 5 })
  expect(followed.body).toMatchObject({
    topic: `screen:${id}`,
    screenId: id,
    top: 5,
    summary: 'traders entering or leaving the top 5',
  })
  expect((await owner('GET', `/v1/watchlist/screens/${id}`)).body).toEqual(followed.body)
  expect((await owner('PUT', `/v1/watchlist/screen:${id}`, { top: 101 })).status).toBe(422)
  await owner('PUT', `/v1/screens/${id}`, { ...QUESTION, public: true })
  expect((await other('PUT', `/v1/watchlist/screens/${id}`)).body).toMatchObject({ screenId: id, top: 20 })
  expect((await owner('DELETE', `/v1/screens/${id}`)).status).toBe(200)
  for (const send of [owner, other]) {
    expect((await send('DELETE', `/v1/watchlist/screens/${id}`)).body.wasFollowed).toBe(true)
    expect((await send('DELETE', `/v1/watchlist/screens/${id}`)).status).toBe(404)
  }
})

it('metrics that require sign-in are withheld from those who read a public screen without it', async () => {
  const owner = await user('starbuck')
  const given = { ...QUESTION, public: true, where: { consistent: { min: 0 } } }
  const { id } = (await owner('POST', '/v1/screens', given)).body
  expect((await owner('GET', `/v1/screens/${id}/members`)).status).toBe(200)
  expect((await sendAs({})('GET', `/v1/screens/${id}/members`)).status).toBe(401)
})

it('an API key reads the screens of its account and changes none', async () => {
  const callers = await tierCallers(users.served)
  const send = sendAs(callers.FREE)
  expect((await send('GET', '/v1/screens')).body).toEqual({ items: [] })
  expect((await send('POST', '/v1/screens', QUESTION)).status).toBe(403)
})

it.each([
  ['without a name', { name: undefined }],
  ['with a name of blanks', { name: '  ' }],
  ['with a control character in the name', { name: 'a\u0007' }],
  ['with a long name', { name: 'a'.repeat(101) }],
  ['of more members than a board has', { top: 1_001 }],
  ['of none', { top: 0 }],
  ['by an unknown number', { where: { charm: { min: 1 } } }],
  ['with a text for conditions', { where: '{}' }],
  ['by an unknown leaderboard', { where: { board: { id: 'none' } } }],
  ['by a change between days that it does not name', { order: 'pnl:desc:change' }],
  ['by six orders', { order: 'pnl,roi,volume,edge,wins,losses' }],
  ['of a day', { asOf: '2026-01-15' }],
  ['four levels deep', { where: { not: { not: { not: { not: { isBot: true } } } } } }],
  ['of 41 conditions', { where: { all: Array.from({ length: 41 }, () => ({ isBot: false })) } }],
  ['that is too long', { where: { any: Array.from({ length: 8_000 }, () => ({})) } }],
])('a screen %s is refused', async (_how, part) => {
  const send = await user('pip')
  expect((await send('POST', '/v1/screens', { ...QUESTION, ...part })).status).toBe(422)
  expect((await send('GET', '/v1/screens')).body.items).toEqual([])
})

it('names and defaults are written out, so that the question stays the same', async () => {
  const send = await user('daggoo')
  const found = (await send('GET', '/v1/traders?order=volume&limit=50')).body.items
  const named = found.find((one: Body) => one.username !== null)
  const { path } = (
    await send('POST', '/v1/screens', {
      name: 'Named',
      where: { among: [named.username, 'nobody at all'], board: { id: 'pnl-all' } },
      order: 'max_drawdown',
    })
  ).body
  expect(decodeURIComponent(path)).toBe(
    `/v1/traders?order=max_drawdown:asc&where={"among":["${named.address}","nobody at all"],"board":{"id":"pnl-all","top":100}}`,
  )
  const plain = (await send('POST', '/v1/screens', { name: 'Plain' })).body
  expect([decodeURIComponent(plain.path), plain.top]).toEqual(['/v1/traders?order=volume:desc', 100])
})

it('an account keeps at most 50 screens, even of those that it saves at the same time', async () => {
  const send = await user('tashtego')
  const statuses = await Promise.all(
    Array.from({ length: MOST_SCREENS + 3 }, async (_, i) => {
      return (await send('POST', '/v1/screens', { name: `n ${i}` })).status
    }),
  )
  expect(statuses.filter((status) => status === 200)).toHaveLength(MOST_SCREENS)
  expect(statuses.filter((status) => status === 403)).toHaveLength(3)
  const { items } = (await send('GET', '/v1/screens')).body
  expect(items).toHaveLength(MOST_SCREENS)
  expect((await send('PUT', `/v1/screens/${items[0].id}`, { name: 'again' })).status).toBe(200)
})

it('the client saves, reads and deletes one', async () => {
  const baseUrl = await listen(users.served.app, { host: '127.0.0.1', port: 0 })
  const client = createClient({ baseUrl, token: await users.tokenOf('fedallah') })
  const saved = await saveScreen(client, { name: 'Mine', top: 5, where: { isBot: false }, order: 'pnl' })
  expect((await listScreens(client)).items).toEqual([saved])
  expect(await getScreen(client, { id: saved.id })).toEqual(saved)
  expect((await listScreenMembers(client, { id: saved.id }))?.items).toHaveLength(5)
  await deleteScreen(client, { id: saved.id })
  expect((await listScreens(client)).items).toEqual([])
})

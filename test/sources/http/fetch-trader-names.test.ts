import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { TraderInfo } from '../../../src/ledger/event.ts'
import type { Address } from '../../../src/ledger/quantities.ts'
import {
  type FetchTraderNamesOptions,
  fetchTraderNames,
} from '../../../src/sources/http/fetch-trader-names.ts'
import { loopbackApi, type Trouble } from '../support/loopback-api.ts'
import { noSharedData, sharedData, skipNote } from '../support/shared-data.ts'

const quick = { retry: { baseMs: 0, maxMs: 1 }, timeoutMs: 60_000 }
const addressOf = (n: number) => `0x${n.toString(16).padStart(40, '0')}` as Address

async function gather(options: FetchTraderNamesOptions): Promise<TraderInfo[]> {
  const traders: TraderInfo[] = []
  for await (const trader of fetchTraderNames({ ...quick, ...options })) traders.push(trader)
  return traders
}

interface Person {
  n: number
  onBoard: boolean
  active: boolean
  /** Made up by the API, so the pseudonym is shown instead. */
  nameless: boolean
}

const nameOf = ({ n, nameless }: Person) => (nameless ? `${addressOf(n).toUpperCase()}-17` : `Trader ${n}`)
const boardRow = (person: Person) => ({
  rank: String(person.n),
  proxyWallet: addressOf(person.n),
  userName: nameOf(person),
  vol: 12.5,
  pnl: -3,
  profileImage: `https://pictures/${person.n}`,
  xUsername: `x${person.n}`,
  verifiedBadge: true,
})
const activityRow = (person: Person) => ({
  proxyWallet: addressOf(person.n).toUpperCase().replace('0X', '0x'),
  timestamp: 1_771_269_605,
  type: 'TRADE',
  asset: '1',
  side: 'BUY',
  price: 0.5,
  size: 1,
  name: nameOf(person),
  pseudonym: `Mild-${person.n}`,
  bio: `I am ${person.n}`,
  profileImage: '',
  profileImageOptimized: '',
})

function dataApi(people: readonly Person[]) {
  const of = (query: URLSearchParams) => people.filter(({ n }) => addressOf(n) === query.get('user'))
  return {
    '/v1/leaderboard': (query: URLSearchParams) =>
      of(query)
        .filter((p) => p.onBoard)
        .map(boardRow),
    '/activity': (query: URLSearchParams) =>
      of(query)
        .filter((p) => p.active)
        .map(activityRow),
  }
}

/** Told by cases, not by merging. */
function expected(person: Person): TraderInfo | null {
  const { n, onBoard, active, nameless } = person
  const known = { kind: 'TRADER', address: addressOf(n) } as const
  const board = { profileImage: `https://pictures/${n}`, xUsername: `x${n}`, verified: true }
  const none = { profileImage: null, xUsername: null, verified: null }
  if (onBoard && !nameless) return { ...known, ...board, username: `Trader ${n}`, bio: null }
  const fields = onBoard ? board : none
  if (active)
    return { ...known, ...fields, username: nameless ? `Mild-${n}` : `Trader ${n}`, bio: `I am ${n}` }
  return onBoard ? { ...known, ...board, username: null, bio: null } : null
}

const people = fc.uniqueArray(
  fc.record({ n: fc.nat(500), onBoard: fc.boolean(), active: fc.boolean(), nameless: fc.boolean() }),
  { selector: ({ n }) => n, maxLength: 12 },
)

test('each trader’s names are fetched once, through temporary failures', async () => {
  const troubles = fc.array(
    fc.constantFrom<Trouble | null>(
      null,
      null,
      { kind: 'STATUS', status: 429, headers: { 'retry-after': 'soon' } },
      { kind: 'STATUS', status: 503, body: '<h1>away</h1>' },
      { kind: 'TEXT', text: '<html></html>' },
      { kind: 'CUT' },
      { kind: 'BREAK' },
    ),
    { maxLength: 6 },
  )
  await fc.assert(
    fc.asyncProperty(
      people,
      fc.array(fc.nat(500), { maxLength: 4 }),
      troubles,
      async (world, more, planned) => {
        const api = await loopbackApi(dataApi(world), (request) => planned[request] ?? null)
        const addresses = [...world.map(({ n }) => n), ...more].map(addressOf)
        const retry = { ...quick.retry, attempts: planned.length + 1 }
        const traders = await gather({ url: api.url, addresses, retry })
        expect(traders).toEqual(world.map(expected).filter((trader) => trader !== null))
      },
    ),
    { numRuns: 30 },
  )
})

describe('a row of trader names', () => {
  const only = async (row: unknown) => {
    const api = await loopbackApi({ '/v1/leaderboard': () => [row], '/activity': () => [row] })
    return gather({ url: api.url, addresses: [addressOf(1)] })
  }

  test('of another trader is ignored', async () =>
    expect(await only({ proxyWallet: addressOf(2), userName: 'Two' })).toEqual([]))

  test.each([null, 4, 'row', [], {}, { proxyWallet: 7 }])('that is %j is no answer', async (row) =>
    expect(await only(row)).toEqual([]),
  )

  test('keeps values of the right type, and only http pictures', async () => {
    const fields = {
      userName: 'One',
      xUsername: 5,
      verifiedBadge: 'yes',
      bio: {},
      profileImage: 'javascript:x',
    }
    const nothing = { xUsername: null, verified: null, bio: null, profileImage: null }
    expect(await only({ proxyWallet: addressOf(1), ...fields })).toEqual([
      { kind: 'TRADER', address: addressOf(1), username: 'One', ...nothing },
    ])
  })
})

test('an API without a leaderboard still names active traders', async () => {
  const person = { n: 3, onBoard: true, active: true, nameless: false }
  const api = await loopbackApi({ '/activity': dataApi([person])['/activity'] })
  const [trader] = await gather({ url: api.url, addresses: [addressOf(3)] })
  expect(trader).toMatchObject({ username: 'Trader 3', bio: 'I am 3' })
})

test('an unavailable API ends the fetch of names with one line that names the host', async () => {
  const api = await loopbackApi({}, () => ({ kind: 'STATUS', status: 500, body: 'down' }))
  const reading = gather({ url: `${api.url}/s3cret`, addresses: [addressOf(1)] })
  await expect(reading).rejects.toThrow(
    `${new URL(api.url).host} did not return names of traders: HTTP 500: down.`,
  )
})

test.skipIf(noSharedData)(`recorded rows of traders give their names${skipNote}`, async () => {
  const rows: { proxyWallet: Address; name: string }[] = JSON.parse(
    readFileSync(sharedData('trades/leaderboard-v1.json'), 'utf8'),
  )
  const activity: { proxyWallet: Address; name: string; pseudonym: string }[] = JSON.parse(
    readFileSync(sharedData('activity/all-types.json'), 'utf8'),
  )
  const of = (list: readonly { proxyWallet: Address }[]) => (query: URLSearchParams) =>
    list.filter(({ proxyWallet }) => proxyWallet === query.get('user')).slice(0, 1)
  const api = await loopbackApi({ '/v1/leaderboard': of(rows), '/activity': of(activity) })
  const addresses = [...rows, ...activity].map(({ proxyWallet }) => proxyWallet)
  const names = new Map((await gather({ url: api.url, addresses })).map((t) => [t.address, t.username]))
  for (const { proxyWallet, name } of rows) expect(names.get(proxyWallet)).toBe(name)
  expect([...names.values()].every((name) => name !== null && name !== '')).toBe(true)
})

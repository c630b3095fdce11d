import { beforeAll, describe, expect, test } from 'vitest'
import { TIERS, type Tier } from '../../src/access/tier.ts'
import { DAY_SECONDS, MICRO } from '../../src/ledger/quantities.ts'
import { readLedgerState } from '../../src/store/ledger/ledger-state.ts'
import { addOptOut, removeOptOut } from '../../src/store/opted-out.ts'
import { createAlertReader } from '../../src/whales/alerts/alert-reader.ts'
import type { AlertRow } from '../../src/whales/alerts/alert-row.ts'
import { keepRadar } from '../../src/whales/radar/keep-radar.ts'
import { closeServed, type Served, serveWorld } from '../server/support/served-world.ts'
import { tierCallers } from '../server/support/tier-callers.ts'
import { plantMembers } from '../whales/support/plant-members.ts'

/** From the most to the least: what one was given must not come back to the next. */
const DOWNWARDS = [...TIERS].reverse()
const LESSER: readonly Tier[] = ['FREE', 'ANONYMOUS']
const PATHS = ['/v1/whales', '/v1/whales/showcase', '/v1/whales/record']
/** Large for a world of 300 traders. */
const MIN_USD = 100 * MICRO
const FIELDS = `id label address username profileImage xUsername verifiedBadge side outcome
  market { condition question slug } category usd price time timePrecision qualifying shares token role tx orderHash
  markAfterHour markAfterDay payout`
/** Fields that only Pro callers see. */
const WITHHELD = [
  'address',
  'username',
  'profileImage',
  'xUsername',
  'verifiedBadge',
  'shares',
  'token',
  'role',
  'tx',
  'orderHash',
  'markAfterHour',
  'markAfterDay',
  'payout',
]

interface ShownAlert extends Record<string, unknown> {
  id: string
  label: string | null
  usd: number
  time: string
}

describe('whale alerts over REST and GraphQL', () => {
  closeServed()
  let served: Served
  let callers: Record<Tier, Record<string, string>>
  /** Every alert, newest first. */
  let rows: AlertRow[]
  let lastTime: number
  beforeAll(async () => {
    served = await serveWorld()
    callers = await tierCallers(served)
    await plantMembers(served.store.db)
    await keepRadar(served.store.db, { minUsd: MIN_USD })
    lastTime = (await readLedgerState(served.store.db)).lastTime ?? 0
    rows = await createAlertReader(served.store.db).list({}, 100_000, null)
  })

  const ask = (url: string, tier: Tier, headers = {}) =>
    served.app.inject({ url, headers: { ...callers[tier], ...headers } })
  const itemsOf = async (url: string, tier: Tier): Promise<ShownAlert[]> =>
    (await ask(url, tier)).json().items
  const query = async (text: string, tier: Tier) => {
    const payload = { query: text }
    const answer = await served.app.inject({
      method: 'POST',
      url: '/graphql',
      payload,
      headers: callers[tier],
    })
    const { data, errors } = answer.json()
    expect(answer.headers['cache-control']).toBe('private, no-store')
    return { data, errors }
  }
  /** The values in all alerts that lead to a trader or a fill. */
  const secrets = () =>
    rows.flatMap(({ address, username, tx, orderHash }) => [
      address,
      ...(username === null ? [] : [`"${username}"`]),
      ...[tx, orderHash].flatMap((hash) => (hash === null ? [] : [Buffer.from(hash).toString('hex')])),
    ])

  test('are enough in this world to test with', () => {
    expect(rows.length).toBeGreaterThan(50)
  })

  test('are all shown to Pro from the newest, with exact values', async () => {
    const items = await itemsOf('/v1/whales?limit=100', 'PRO')
    expect(items.map(({ address, usd, shares }) => [address, usd, shares])).toEqual(
      rows.slice(0, 100).map(({ address, usd, shares }) => [address, usd / MICRO, shares / MICRO]),
    )
    expect(items.every(({ label, timePrecision }) => label === null && timePrecision === 'second')).toBe(true)
  })

  /** Alerts of the last seven days, which everybody may list. */
  const listed = () => {
    const newest = Math.min(lastTime, Math.floor(Date.now() / 1_000) - 3_600)
    return rows.filter(({ time }) => time >= newest - 7 * DAY_SECONDS)
  }

  test.each(LESSER)('shown to %s are facts without the trader, 25 a page', async (tier) => {
    await ask('/v1/whales?limit=100', 'PRO')
    const answer = await ask('/v1/whales?limit=100', tier)
    const { items, nextCursor } = answer.json()
    expect([items.length, nextCursor]).toEqual([25, items.at(-1).id])
    for (const [i, item] of items.entries()) {
      const { condition = null, outcomeName, usd = 0, shares = 0, time = 0, boards } = rows[i] ?? {}
      for (const name of WITHHELD) expect(item[name], name).toBeNull()
      expect(item.label).toMatch(/^Trader #[1-9]\d*$/)
      expect(item.market.condition).toBe(condition)
      expect(item.outcome).toBe(outcomeName)
      expect(item.usd).toBe(Number(String(usd).slice(0, 2).padEnd(String(usd).length, '0')) / MICRO)
      expect(item.price).toBeCloseTo(usd / shares, 1)
      expect(String(item.price)).toMatch(/^[01](\.\d{1,2})?$/)
      expect(Date.parse(item.time) / 1_000).toBe(time - (time % 60))
      expect(item.timePrecision).toBe('minute')
      expect(item.qualifying.join(' ')).toBe(boards)
    }
    for (const secret of secrets()) expect(answer.body).not.toContain(secret)
    expect(await itemsOf('/v1/whales?limit=100', 'PRO')).toHaveLength(Math.min(100, rows.length))
  })

  test('are counted by filter for Pro, and for others only as far as visible', async () => {
    const counted = (tier: Tier, args: string) =>
      query(`{ whaleAlerts${args} { totalCount edges { cursor } } }`, tier)
    const sold = rows.filter(({ side }) => side === 1).length
    for (const [args, total] of [
      ['', rows.length],
      ['(first: 2)', rows.length],
      ['(first: 2, side: SELL)', sold],
    ] as const)
      expect((await counted('PRO', args)).data.whaleAlerts.totalCount).toBe(total)
    const [last] = (await counted('PRO', '(first: 3)')).data.whaleAlerts.edges.slice(-1)
    expect((await counted('PRO', `(after: "${last.cursor}")`)).data.whaleAlerts.totalCount).toBe(rows.length)
    for (const tier of LESSER) {
      for (const args of ['', '(first: 2)'])
        expect((await counted(tier, args)).data.whaleAlerts.totalCount).toBe(listed().length)
      expect((await counted(tier, '(side: SELL)')).data).toBeNull()
    }
  })

  test('are in the same order for any limit', async () => {
    const all = await itemsOf('/v1/whales', 'ANONYMOUS')
    for (const limit of [1, 2, 7])
      expect(await itemsOf(`/v1/whales?limit=${limit}`, 'ANONYMOUS')).toEqual(all.slice(0, limit))
    expect(all.map(({ time }) => time)).toEqual(
      all
        .map(({ time }) => time)
        .toSorted()
        .reverse(),
    )
  })

  test('link to their trader with all numbers for Pro only', async () => {
    const text = '{ whaleAlerts(first: 5) { edges { node { address trader { id address pnl } } } } }'
    for (const tier of DOWNWARDS) {
      const { data } = await query(text, tier)
      expect(data.whaleAlerts.edges).toHaveLength(5)
      for (const { node } of data.whaleAlerts.edges) {
        if (tier !== 'PRO') expect(node.trader).toBeNull()
        else expect(node.trader).toMatchObject({ address: node.address, pnl: expect.any(Number) })
      }
    }
  })

  test('are the same for each tier in GraphQL as in REST, by every way', async () => {
    for (const tier of DOWNWARDS) {
      const { items } = (await ask('/v1/whales?limit=5', tier)).json()
      const { data } = await query(`{ whaleAlerts(first: 5) { edges { cursor node { ${FIELDS} } } } }`, tier)
      const nodes: ShownAlert[] = data.whaleAlerts.edges.map(({ node }: { node: ShownAlert }) => node)
      expect(nodes.map(spelled)).toEqual(items.map(spelled))
      const ids = JSON.stringify(nodes.map(({ id }) => id))
      const text = `{ nodes(ids: ${ids}) { ... on WhaleAlert { ${FIELDS} } } one: whaleAlert(id: "${nodes[0]?.id}") { ${FIELDS} } }`
      const again = await query(text, tier)
      expect(again.errors).toBeUndefined()
      expect(again.data.nodes).toEqual(nodes)
      expect(again.data.one).toEqual(nodes[0])
      const [first] = items
      const { cutoff, ...alone } = (await ask(`/v1/whales/${first.id}`, tier)).json()
      expect(alone).toEqual(first)
      expect(cutoff).not.toBeNull()
    }
  })

  test.each(['category=politics', 'minUsd=1000', 'side=buy', 'qualifying=consistent-all'])(
    '%s is refused without Pro, by its name',
    async (filter) => {
      expect((await ask(`/v1/whales?${filter}`, 'PRO')).statusCode).toBe(200)
      const [name] = filter.split('=')
      for (const tier of LESSER) {
        const answer = await ask(`/v1/whales?${filter}`, tier)
        expect(answer.statusCode).toBe(403)
        expect(answer.json().code).toBe('PRO_REQUIRED')
        expect(answer.json().detail).toContain(name)
        expect(answer.headers['cache-control']).toContain('no-store')
      }
    },
  )

  test('refuse a trader filter without Pro whether it has alerts or not', async () => {
    const [row] = rows
    const answers = [row?.address, `0x${'0'.repeat(40)}`].map((trader) =>
      ask(`/v1/whales?trader=${trader}`, 'FREE'),
    )
    const [known, unknown] = await Promise.all(answers)
    expect(known?.statusCode).toBe(403)
    expect(known?.body).toBe(unknown?.body)
  })

  test('of a market are all for Pro, of seven days for others, and empty for an unknown market', async () => {
    const condition = rows[0]?.condition ?? ''
    const inMarket = rows.filter((row) => row.condition === condition)
    const found = async (tier: Tier) => {
      const text = `{ whaleAlerts(market: "${condition}") { totalCount nodes { id address market { condition } } } }`
      const { totalCount, nodes } = (await query(text, tier)).data.whaleAlerts
      const items = await itemsOf(`/v1/whales?market=0x${condition.slice(2).toUpperCase()}`, tier)
      expect(items.map(({ id }) => id)).toEqual(nodes.map(({ id }: ShownAlert) => id))
      for (const { market } of nodes) expect(market).toEqual({ condition })
      return { totalCount, addresses: nodes.map(({ address }: ShownAlert) => address) }
    }
    expect(await found('PRO')).toEqual({
      totalCount: inMarket.length,
      addresses: inMarket.slice(0, 25).map(({ address }) => address),
    })
    const ofDays = listed().filter((row) => row.condition === condition)
    for (const tier of LESSER) expect((await found(tier)).totalCount).toBe(ofDays.length)
    for (const tier of DOWNWARDS)
      expect(await itemsOf(`/v1/whales?market=0x${'0'.repeat(64)}`, tier)).toEqual([])
  })

  test.each([
    ['category=weapons', 'category', 'politics, sports'],
    ['side=up', 'side', 'buy, sell'],
    ['qualifying=pnl-all', 'qualifying', 'consistent-all, copyable-all, prescience-all'],
    ['minUsd=-1', 'minUsd', 'with up to 6 decimals'],
    ['trader=0x12', 'trader', '40 hex digits'],
    ['market=0x12', 'market', '64 hex digits'],
    ['limit=101', 'limit', '1 to 100'],
    ['sort=usd', 'sort', 'known here'],
    ['cursor=AAAAAAAAAAAAAAAAAAAAAA', 'cursor', 'is not a cursor'],
  ])('422 for %s, which says what there is', async (text, name, hint) => {
    const answer = await ask(`/v1/whales?${text}`, 'PRO')
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toMatchObject([{ in: 'query', name }])
    expect(answer.json().detail).toContain(hint)
  })

  test('match their filters, and pages join to the whole', async () => {
    const [row] = rows
    const whole = await itemsOf('/v1/whales?limit=100', 'PRO')
    const cases: [string, (row: AlertRow) => boolean][] = [
      ['side=SELL', ({ side }) => side === 1],
      ['category=sports', ({ category }) => category === 'sports'],
      ['minUsd=1000.5', ({ usd }) => usd >= 1_000.5 * MICRO],
      [`trader=${row?.address}`, ({ address }) => address === row?.address],
      ['qualifying=copyable-all', ({ boards }) => boards.split(' ').includes('copyable-all')],
    ]
    for (const [filter, keeps] of cases)
      expect((await itemsOf(`/v1/whales?limit=100&${filter}`, 'PRO')).length, filter).toBe(
        Math.min(100, rows.filter(keeps).length),
      )
    const found: ShownAlert[] = []
    for (let cursor: string | null = ''; cursor !== null && found.length < whole.length; ) {
      const url: string = `/v1/whales?limit=7${cursor === '' ? '' : `&cursor=${cursor}`}`
      const page: { items: ShownAlert[]; nextCursor: string | null } = (await ask(url, 'PRO')).json()
      found.push(...page.items)
      cursor = page.nextCursor
    }
    expect(found.slice(0, whole.length)).toEqual(whole)
  })

  test('that are not released are answered like unknown ones', async () => {
    const [first] = await itemsOf('/v1/whales', 'PRO')
    const { db } = served.store
    const time = rows[0]?.time ?? 0
    const setTime = (to: number) =>
      db.run('UPDATE alerts SET time = ? WHERE seq = ?', [to, rows[0]?.seq ?? 0])
    await setTime(Math.floor(Date.now() / 1_000) - 3_000)
    expect((await ask(`/v1/whales/${first?.id}`, 'PRO')).statusCode).toBe(200)
    for (const tier of LESSER) {
      const [hidden, unknown] = [
        await ask(`/v1/whales/${first?.id}`, tier),
        await ask('/v1/whales/none', tier),
      ]
      expect(hidden.statusCode).toBe(404)
      expect(hidden.body).toBe(unknown.body)
      const asked = (id: string) => query(`{ whaleAlert(id: "${id}") { id } }`, tier)
      const missing = 'AAAAAAAAAAAAAAAAAAAAAA'
      expect(await asked(first?.id ?? '')).toEqual(await asked(missing))
      expect((await query(`{ node(id: "${first?.id}") { id } }`, tier)).data.node).toBeNull()
      expect((await itemsOf('/v1/whales', tier)).map(({ id }) => id)).not.toContain(first?.id)
    }
    await setTime(time)
  })

  test('exclude traders who opted out, whenever the alert was made', async () => {
    const { db } = served.store
    const [row] = rows
    if (row === undefined) throw new Error('no alerts')
    const [first] = await itemsOf('/v1/whales', 'PRO')
    await addOptOut(db, row.address)
    for (const tier of DOWNWARDS) {
      for (const path of PATHS) expect((await ask(path, tier)).body).not.toContain(row.address)
      expect((await ask(`/v1/whales/${first?.id}`, tier)).statusCode).toBe(404)
    }
    expect(await itemsOf(`/v1/whales?trader=${row.address}`, 'PRO')).toEqual([])
    const { data } = await query('{ whaleAlerts { totalCount } }', 'PRO')
    expect(data.whaleAlerts.totalCount).toBe(rows.filter(({ address }) => address !== row.address).length)
    await removeOptOut(db, row.address)
    expect((await itemsOf('/v1/whales', 'PRO'))[0]).toEqual(first)
  })

  test('have a showcase of the largest moves for everybody', async () => {
    const [pro, free, anonymous] = await Promise.all(
      DOWNWARDS.map(async (tier) => (await ask('/v1/whales/showcase', tier)).json().items),
    )
    const moves = pro.map(({ move }: { move: number }) => move)
    expect(moves).toEqual(moves.toSorted((a: number, b: number) => b - a))
    expect(new Set(pro.map(({ alert }: { alert: ShownAlert }) => alert.address)).size).toBe(pro.length)
    for (const { alert, move, priceNow } of pro) {
      const gain = (priceNow - alert.price) * alert.shares
      expect(move).toBeCloseTo(alert.side === 'buy' ? gain : -gain, 3)
    }
    expect(anonymous).toEqual(free)
    expect(anonymous.length).toBeGreaterThan(0)
    const { cutoff: shownAt } = anonymous[0]
    for (const [i, { alert, move, priceNow }] of anonymous.entries()) {
      for (const name of WITHHELD) expect(alert[name], name).toBeNull()
      const { cutoff, ...alone } = (await ask(`/v1/whales/${alert.id}`, 'ANONYMOUS')).json()
      expect(alone).toEqual(alert)
      expect(cutoff).toEqual(shownAt)
      expect([alert.id, priceNow]).toEqual([pro[i].alert.id, pro[i].priceNow])
      expect(Math.abs(move)).toBeLessThanOrEqual(Math.abs(pro[i].move))
      expect(Math.abs(move)).toBeGreaterThanOrEqual(Math.abs(pro[i].move) * 0.9)
    }
  })

  test('have the same exact record for everybody', async () => {
    const [pro, free, anonymous] = await Promise.all(
      DOWNWARDS.map(async (tier) => (await ask('/v1/whales/record', tier)).json()),
    )
    expect(pro.all.alerts).toBe(rows.length)
    expect(anonymous).toEqual(free)
    const upTo = Date.parse(anonymous.cutoff.time) / 1_000
    expect(anonymous.all.alerts).toBe(rows.filter(({ time }) => time <= upTo).length)
    if (upTo >= lastTime) expect(anonymous).toEqual(pro)
  })

  test.each(PATHS)('at %s are never cached and have no entity tag', async (path) => {
    for (const tier of DOWNWARDS) {
      const { statusCode, headers } = await ask(path, tier, { 'if-none-match': '*' })
      expect(statusCode).toBe(200)
      expect(headers['cache-control']).toBe('private, no-store')
      expect(headers.etag).toBeUndefined()
    }
  })

  test('an alert is explained by its fill and boards, as far as the caller may see the alert', async () => {
    const [shown] = await itemsOf('/v1/whales', 'ANONYMOUS')
    const path = `/v1/explain/alert/${shown?.id}/conditions`
    for (const tier of TIERS) {
      const [own] = (await itemsOf('/v1/whales', tier)).filter(({ id }) => id === shown?.id)
      const { items, explanation } = (await ask(path, tier)).json()
      expect(explanation.step).toMatchObject({ kind: 'count', value: items.length, addsUp: true })
      expect(items.length).toBe(1 + Object(own).qualifying.length)
      const size = (await ask(`${path}?step=size`, tier)).json()
      expect(size.explanation.step.value).toBe(own?.usd)
      const events = size.items.map(({ event }: { event: { tx: string } | null }) => event?.tx)
      expect(events).toEqual(tier === 'PRO' ? [own?.tx] : [])
      if (tier !== 'PRO') expect(JSON.stringify([items, size])).not.toMatch(/0x[0-9a-f]{40}"/)
    }
    expect((await ask('/v1/explain/alert/nothing/conditions', 'PRO')).statusCode).toBe(404)
    expect((await ask('/v1/explain/alert/nothing/pnl', 'PRO')).statusCode).toBe(422)
  })
})

/** An alert with enum values as both doors spell them. */
function spelled({ side, role, timePrecision, category, qualifying, ...alert }: ShownAlert): unknown {
  const names = [side, role, timePrecision, category, qualifying].flat()
  return { ...alert, names: names.map((name) => String(name).toLowerCase().replaceAll('_', '-')) }
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { POLYGON } from '../../src/chain/contracts.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { verifyAll } from '../../src/cli/checks/verify-all.ts'
import type { Hash } from '../../src/ledger/quantities.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import { type ChainIngestOptions, followChain, ingestBlocks } from '../../src/sources/ingest-chain.ts'
import { chainClient } from '../../src/sources/rpc/chain-client.ts'
import { encode, hash, wallet } from '../chain/support/encoded-logs.ts'
import { CTF, negRiskConvert, setsEvent, tokensOf, USDC } from '../chain/support/venue-logs.ts'
import {
  alice,
  bob,
  examples,
  market,
  plain,
  prepared,
  preparedMarket,
  yes,
} from '../chain/support/worked-examples.ts'
import { randomWorld, type World } from '../chain/support/world.ts'
import { M, MARKETS, TRADERS } from '../chain/support/world-markets.ts'
import { callPequod } from '../cli/support/call-pequod.ts'
import { databaseUrl } from '../cli/support/running-follower.ts'
import { describeEngines } from '../store/support/engines.ts'
import { type Anvil, anvilTests, startAnvil } from './support/anvil.ts'
import { deployVenue, type Venue } from './support/venue.ts'

let anvil: Anvil
let venue: Venue

const options = (): ChainIngestOptions => ({
  client: chainClient({ url: anvil.url, retry: { baseMs: 1, maxMs: 5 } }),
  chainId: 137,
  contracts: POLYGON,
})

/** Dollars or shares: every division of the ledger rounds to a micro, the world's own books do not. */
const NEAR = 0.0005

const head = async (): Promise<number> => Number(await anvil.call('eth_blockNumber'))

/** Writes transactions to the chain, a number per block; returns the first block. */
async function write(transactions: readonly (readonly ChainLog[])[], perBlock = 7): Promise<number> {
  const first = (await head()) + 1
  for (const [i, logs] of transactions.entries()) {
    await venue.write(logs)
    if (i % perBlock === perBlock - 1) await anvil.call('anvil_mine', '0x1')
  }
  await anvil.call('anvil_mine', '0x1')
  return first
}

/** A store's holdings of the world's wallets and tokens, in dollars and shares. */
async function booksIn({ db }: Store) {
  return db.all<{
    owner: string
    token: string
    shares: number
    cost: number
    realized: number
    untracked: number
    bought: number
  }>(
    'SELECT t.address AS owner, k.token, p.shares / 1e6 AS shares, p.cost / 1e6 AS cost, ' +
      'CAST(SUM(d.realized) AS FLOAT) / 1e6 AS realized, CAST(SUM(d.untracked) AS FLOAT) AS untracked, CAST(SUM(d.bought) AS FLOAT) / 1e6 AS bought FROM positions p ' +
      'JOIN traders t ON t.id = p.trader_id JOIN tokens k ON k.id = p.token_id ' +
      'JOIN position_days d ON d.trader_id = p.trader_id AND d.token_id = p.token_id ' +
      'GROUP BY t.address, k.token, p.shares, p.cost',
  )
}

async function expectBooks(store: Store, { books }: World): Promise<void> {
  const rows = await booksIn(store)
  for (const owner of TRADERS) {
    const own = rows.filter((row) => row.owner === owner)
    expect(own.filter(({ untracked }) => Number(untracked) > 0)).toEqual([])
    // By wallet: which question realizes what a conversion of all of them leaves is another page's matter.
    let profit = 0
    for (const token of MARKETS.flatMap(tokensOf)) {
      const { shares, cost, realized } = books.held(owner, token)
      const row = own.find((one) => one.token === token)
      expect(Math.abs(Number(row?.shares ?? 0) - shares), `shares of ${token}`).toBeLessThan(NEAR)
      expect(Math.abs(Number(row?.cost ?? 0) - cost), `cost of ${token}`).toBeLessThan(NEAR)
      profit += realized
    }
    const told = own.reduce((sum, { realized }) => sum + Number(realized), 0)
    expect(Math.abs(told - profit), `profit of ${owner}`).toBeLessThan(NEAR)
  }
  const owners = new Set(rows.map(({ owner }) => owner))
  expect(owners).not.toContain(wallet('a pool'))
  expect(await verifyAll(store.db)).toMatchObject({ holds: true })
}

if (anvilTests) {
  beforeAll(async () => {
    anvil = await startAnvil('--chain-id', '137')
    venue = await deployVenue(anvil)
  })
  afterAll(() => anvil.close())
}

describeEngines('worlds written as raw logs', (open, engine) => {
  const seeds = engine === 'sqlite' ? [1, 2, 3] : [4]

  test.runIf(anvilTests).each(seeds)('a backfill of world %i comes to its books', async (seed) => {
    const world = randomWorld(120, seed)
    const from = await write(world.transactions)
    const store = await open()
    const to = await head()
    // In two readings: what the first has learnt, the second knows.
    const half = Math.floor((from + to) / 2)
    await ingestBlocks(store.db, { ...options(), from, to: half })
    const report = await ingestBlocks(store.db, { ...options(), from, to })
    expect(report).toMatchObject({ refused: 0, unknownFees: 0, next: to + 1 })
    await expectBooks(store, world)
  })

  test.runIf(anvilTests)('a follower arrives at a world’s ledger through reorganisations', async () => {
    const world = randomWorld(90, engine === 'sqlite' ? 11 : 12)
    const store = await open()
    // From an empty block on that stays.
    await anvil.call('anvil_mine', '0x1')
    const from = await head()
    const third = Math.floor(world.transactions.length / 3)
    const parts = [0, 1, 2].map((i) =>
      world.transactions.slice(i * third, i === 2 ? undefined : (i + 1) * third),
    )
    for (const part of parts) {
      // Written once, taken back whole, and written again in other blocks.
      const first = await write(part, 3)
      await catchUp(store, from)
      await anvil.call('anvil_reorg', (await head()) - first + 1, [])
      await anvil.call('evm_increaseTime', 7_200)
      await write(part, 5)
      await catchUp(store, from)
    }
    await expectBooks(store, world)
  })
})

describeEngines(
  'worked examples as raw logs',
  (open) => {
    test.runIf(anvilTests).each(examples)('$name', async ({ transactions, profit, bought }) => {
      const store = await open()
      await anvil.call('anvil_mine', '0x1')
      const from = await write([preparedMarket, prepared, ...transactions], 1)
      const to = await head()
      // As it would be started and stopped: block by block.
      for (let block = from; block <= to; block++)
        expect(await ingestBlocks(store.db, { ...options(), from, to: block })).toMatchObject({ refused: 0 })
      const rows = (await booksIn(store)).filter(({ owner }) => owner === alice)
      expect(rows.reduce((sum, { realized }) => sum + realized, 0)).toBeCloseTo(profit, 5)
      expect(rows.reduce((sum, { untracked }) => sum + untracked, 0)).toBe(0)
      if (bought !== undefined) expect(rows.reduce((sum, row) => sum + row.bought, 0)).toBe(bought)
    })

    test.runIf(anvilTests)(
      'events that strangers cause are set aside by reason, and are no refusal',
      async () => {
        const split = (changes: Partial<Parameters<typeof setsEvent>[3]>) =>
          setsEvent('PositionSplit', CTF, bob, {
            collateral: USDC,
            condition: plain.condition,
            amount: 5,
            ...changes,
          })
        const mixed = encode('TransferBatch', CTF, {
          operator: bob,
          from: bob,
          to: alice,
          ids: [9n, BigInt(yes)],
          values: [2n ** 53n, 5n],
        })
        await anvil.call('anvil_mine', '0x1')
        const from = await write([
          [
            split({ parent: hash('parent') }),
            split({ partition: [1n, 2n, 4n] }),
            split({ amount: 2n ** 53n }),
            mixed,
          ],
        ])
        const to = await head()
        const { db } = await open()
        const report = await ingestBlocks(db, { ...options(), from, to })
        const reasons = {
          'positions nested in other positions': 1,
          'an index set is above 3': 1,
          'an amount is above 9007199254740991': 2,
        }
        expect([report.events, report.refused, Object.fromEntries(report.setAside)]).toEqual([1, 0, reasons])
        const { address } = await open()
        const args = ['ingest', 'rpc', '--from', `${from}`, '--to', `${to}`]
        const env = { RPC_URL: anvil.url, DATABASE_URL: databaseUrl(address) }
        const { status, stdout, stderr } = await callPequod(args, env)
        expect(stderr).not.toMatch(/refused/)
        expect(status).toBe(0)
        expect(stdout).toMatch(/^1 new events, 0 repeated, 0 logs refused, 4 set aside, /)
        for (const [reason, count] of Object.entries(reasons))
          expect(stderr).toContain(`Set aside because no market has the position: ${reason} (${count}).\n`)
      },
    )

    test.runIf(anvilTests)(
      'a conversion in a market prepared before the first block is reported',
      async () => {
        const conversion = { market, questions: 3, converted: [0], amount: M, feeBips: 0 }
        const converts = negRiskConvert(alice, conversion)
        await anvil.call('anvil_mine', '0x1')
        const from = await write([preparedMarket, prepared, converts, converts], 1)
        const to = await head()
        const told: Hash[] = []
        const late = { ...options(), onUnknownFee: (id: Hash) => void told.push(id) }
        const report = await ingestBlocks((await open()).db, { ...late, from: from + 1, to })
        expect([report.unknownFees, told]).toEqual([2, [market, market]])
        const { db } = await open()
        await ingestBlocks(db, { ...options(), from, to: from })
        expect(await ingestBlocks(db, { ...options(), from, to })).toMatchObject({ unknownFees: 0 })
      },
    )
  },
  ['sqlite'],
)

/** Follows until the store has read the newest block. */
async function catchUp(store: Store, from: number): Promise<void> {
  const newest = await head()
  const stop = new AbortController()
  await followChain(store.db, {
    ...options(),
    from,
    confirmations: 0,
    pollMs: 5,
    signal: stop.signal,
    onChange({ kind, to }) {
      if (kind === 'BLOCKS' && to >= newest) stop.abort()
    },
  })
}

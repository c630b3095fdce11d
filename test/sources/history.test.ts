import fc from 'fast-check'
import { expect, test } from 'vitest'
import { verifyAll } from '../../src/cli/checks/verify-all.ts'
import type { LedgerEvent, MarketInfo, SourceRecord } from '../../src/ledger/event.ts'
import type { Address, ConditionId, Hash, TokenId } from '../../src/ledger/quantities.ts'
import type { Store } from '../../src/migrations/open-store.ts'
import type { Refusal } from '../../src/sources/field-checks.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { ingestDataApi } from '../../src/sources/files/ingest-data-api.ts'
import { exportEvents } from '../../src/store/export/export-events.ts'
import { hash, wallet } from '../chain/support/encoded-logs.ts'
import { describeEngines } from '../store/support/engines.ts'
import { dumpLedger } from '../store/support/ledger-dump.ts'
import { temporaryFiles } from './support/temporary-files.ts'

const { write } = temporaryFiles()
const owner = wallet('a reader of its own history') as Address
const HEADER = 'marketName,action,usdcAmount,tokenAmount,tokenName,timestamp,hash'
const NAMES = ['Up', 'Down']

const marketOf = (n: number, question = `Will it rain, "or not", on day ${n}?`): MarketInfo => ({
  kind: 'MARKET',
  condition: `${hash(`condition ${n}`)}` as ConditionId,
  question,
  outcomes: NAMES,
  tokens: [`${1000 + n}`, `${2000 + n}`] as TokenId[],
  slug: null,
  category: null,
  tags: [],
  event: null,
  negRisk: null,
})
const MARKETS = [1, 2].map((n) => marketOf(n))

interface Piece {
  shares: number
  usd: number
}

/** The wallet's actions in one transaction on one token or condition, in one or more pieces. */
interface Deed {
  action: 'Buy' | 'Sell' | 'Split' | 'Merge' | 'Redeem' | 'Reward'
  market: number
  outcome: number
  second: number
  pieces: Piece[]
  /** The History CSV has one row for all pieces. */
  isSummed: boolean
  tx: Hash
}

const micro = fc.integer({ min: 1, max: 3_000_000 })
const deed: fc.Arbitrary<Omit<Deed, 'tx'>> = fc
  .record({
    action: fc.constantFrom('Buy', 'Buy', 'Buy', 'Sell', 'Split', 'Merge', 'Redeem', 'Reward'),
    market: fc.nat(1),
    outcome: fc.nat(1),
    second: fc.nat(300_000),
    pieces: fc.array(fc.record({ shares: micro, usd: micro }), { minLength: 1, maxLength: 3 }),
    isSummed: fc.boolean(),
  })
  .map((one) => {
    const isTrade = one.action === 'Buy' || one.action === 'Sell'
    return isTrade ? one : { ...one, pieces: one.pieces.map(({ usd }) => ({ shares: usd, usd })) }
  })
const deeds = fc
  .array(deed, { minLength: 1, maxLength: 25 })
  .map((list) => list.map((one, i): Deed => ({ ...one, tx: hash(`transaction ${i}`) })))

const timeOf = ({ second }: Deed) => 1_771_000_000 + second
const decimal = (amount: number) => `${Math.floor(amount / 1e6)}.${String(amount % 1e6).padStart(6, '0')}`
const sum = (pieces: readonly Piece[]): Piece => ({
  shares: pieces.reduce((all, { shares }) => all + shares, 0),
  usd: pieces.reduce((all, { usd }) => all + usd, 0),
})
const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`

function csvOf(list: readonly Deed[]): string {
  const rows = list.flatMap((one) =>
    (one.isSummed ? [sum(one.pieces)] : one.pieces).map(({ shares, usd }) =>
      [
        quoted(one.action === 'Reward' ? 'Liquidity rewards' : (MARKETS[one.market]?.question ?? '')),
        one.action,
        decimal(usd),
        decimal(shares),
        one.action === 'Buy' || one.action === 'Sell' ? NAMES[one.outcome] : '',
        timeOf(one),
        one.tx,
      ].join(','),
    ),
  )
  return write(
    `\uFEFF${[HEADER, ...rows, `Deposited funds,Deposit,9,9,USDC,1771000000,${hash('paid')}`].join('\n')}\n`,
  )
}

function activityOf(list: readonly Deed[]): string {
  const rows = list.flatMap((one) =>
    one.pieces.map(({ shares, usd }) => {
      const isTrade = one.action === 'Buy' || one.action === 'Sell'
      return {
        proxyWallet: owner,
        timestamp: timeOf(one),
        transactionHash: one.tx,
        type: isTrade ? 'TRADE' : one.action.toUpperCase(),
        ...(isTrade && { side: one.action.toUpperCase(), asset: MARKETS[one.market]?.tokens[one.outcome] }),
        ...(one.action !== 'Reward' && { conditionId: MARKETS[one.market]?.condition }),
        size: shares / 1e6,
        usdcSize: usd / 1e6,
        price: isTrade ? 0.5 : 0,
      }
    }),
  )
  return write(JSON.stringify(rows))
}

function logsOf(list: readonly Deed[]): SourceRecord[] {
  return list.flatMap((one, block) =>
    one.pieces.flatMap(({ shares, usd }, logIndex): LedgerEvent[] => {
      const market = MARKETS[one.market]
      const place = { block: 1_000 + block, logIndex, tx: one.tx, time: timeOf(one), owner }
      const condition = market?.condition as ConditionId
      if (one.action === 'Reward') return []
      if (one.action === 'Redeem')
        return [{ kind: 'REDEEM', ...place, condition, amounts: null, payout: usd }]
      if (one.action === 'Split' || one.action === 'Merge')
        return [{ kind: one.action === 'Split' ? 'SPLIT' : 'MERGE', ...place, condition, amount: shares }]
      return [
        {
          kind: 'FILL',
          ...place,
          exchange: null,
          counterparty: null,
          role: 'TAKER',
          orderHash: null,
          side: one.action === 'Buy' ? 'BUY' : 'SELL',
          token: market?.tokens[one.outcome] as TokenId,
          shares,
          usd,
          fee: 0,
          feeIn: 'USD',
        },
      ]
    }),
  )
}

const takeHistory = (store: Store, path: string) => {
  const refusals: Refusal[] = []
  const options = { wallet: owner, onRefusal: (one: Refusal) => refusals.push(one) }
  return ingestDataApi(store.db, 'activity', path, options).then((report) => ({ report, refusals }))
}

/** The ledger's numbers, without the keys that only order a second's rows. */
async function numbersOf({ db }: Store): Promise<unknown> {
  const keys = new Set(['key', 'last_key'])
  return JSON.parse(JSON.stringify(await dumpLedger(db)), (name, value) => (keys.has(name) ? 0 : value))
}

const isOne = (one: Deed) => one.pieces.length === 1

describeEngines('a History CSV', (open, engine) => {
  const numRuns = engine === 'sqlite' ? 8 : 1

  test('gives the same ledger as the wallet’s /activity, and adds nothing the second time', async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (list) => {
        // A second's rows are ordered by their hashes: seconds of their own make the order one.
        const apart = list.map((one, i) => ({ ...one, second: i * 1_000, isSummed: false })).filter(isOne)
        const [one, other] = [await open(), await open()]
        for (const { db } of [one, other]) await ingestRecords(db, MARKETS)
        const { report } = await takeHistory(one, csvOf(apart))
        expect(report).toMatchObject({ events: apart.length, repeated: 0, refused: 0 })
        expect([...report.skipped]).toEqual([['DEPOSIT', 1]])
        await ingestDataApi(other.db, 'activity', activityOf(apart))
        expect(await numbersOf(one)).toEqual(await numbersOf(other))
        const again = await takeHistory(one, csvOf([...apart].reverse()))
        expect(again.report).toMatchObject({ events: 0, repeated: apart.length, refused: 0 })
        await Promise.all([one.close(), other.close()])
      }),
      { numRuns },
    )
  })

  test('counts no transaction that /activity or the chain has, in any order of imports', async () => {
    const flags = fc.array(fc.boolean(), { minLength: 25, maxLength: 25 })
    const order = fc.shuffledSubarray(['csv', 'csv', 'rows', 'rows', 'logs', 'logs'], { minLength: 6 })
    await fc.assert(
      fc.asyncProperty(deeds, flags, flags, flags, order, async (list, inCsv, inRows, inLogs, turns) => {
        const csv = list.filter((_, i) => inCsv[i])
        const rows = list.filter((_, i) => inRows[i])
        const logs = list.filter((one, i) => inLogs[i] && one.action !== 'Reward')
        const [all, least, afresh] = [await open(), await open(), await open()]
        for (const { db } of [all, least]) await ingestRecords(db, MARKETS)
        for (const turn of turns) {
          if (turn === 'csv') expect((await takeHistory(all, csvOf(csv))).refusals).toEqual([])
          if (turn === 'rows') await ingestDataApi(all.db, 'activity', activityOf(rows))
          if (turn === 'logs') await ingestRecords(all.db, logsOf(logs))
        }
        // The same without duplicates.
        await ingestRecords(least.db, logsOf(logs))
        await ingestDataApi(least.db, 'activity', activityOf(rows.filter((one) => !logs.includes(one))))
        const rest = csv.filter((one) => !logs.includes(one) && !rows.includes(one))
        await takeHistory(least, csvOf(rest))
        expect(await dumpLedger(all.db)).toEqual(await dumpLedger(least.db))
        expect(await verifyAll(all.db)).toMatchObject({ holds: true })
        // An export tells which of its events a History CSV contained.
        const told: SourceRecord[] = []
        for await (const record of exportEvents(least.db)) told.push(record)
        await ingestRecords(afresh.db, told)
        await ingestDataApi(afresh.db, 'activity', activityOf(rest))
        await ingestDataApi(least.db, 'activity', activityOf(rest))
        expect(await dumpLedger(afresh.db)).toEqual(await dumpLedger(least.db))
        await Promise.all([all.close(), least.close(), afresh.close()])
      }),
      { numRuns },
    )
  })
})

describeEngines(
  'a History CSV imported before the /activity of the same wallet',
  (open) => {
    test('leaves neither income nor a closing price', async () => {
      const list = Array.from(
        { length: 16 },
        (_, i): Deed => ({
          action: i < 12 ? 'Buy' : 'Reward',
          market: 0,
          outcome: 0,
          second: i * 90_000,
          isSummed: true,
          tx: hash(`transaction ${i}`),
          pieces: [{ shares: 2_000_000, usd: 1_000_000 + i }],
        }),
      )
      const [both, least] = [await open(), await open()]
      for (const { db } of [both, least]) await ingestRecords(db, MARKETS)
      await takeHistory(both, csvOf(list))
      for (const { db } of [both, least]) await ingestDataApi(db, 'activity', activityOf(list))
      expect(await dumpLedger(both.db)).toEqual(await dumpLedger(least.db))
    })
  },
  ['sqlite'],
)

describeEngines(
  'a row of a History CSV',
  (open) => {
    const refusedOf = async (rows: readonly string[], markets: readonly MarketInfo[] = MARKETS) => {
      const store = await open()
      await ingestRecords(store.db, markets)
      return { store, ...(await takeHistory(store, write([HEADER, ...rows].join('\n')))) }
    }
    const question = quoted(MARKETS[0]?.question ?? '')
    const rest = `1771000000,${hash('one')}`

    test.each([
      [
        `Unheard of,Buy,1,2,Up,${rest}`,
        /no market of the store has the question "Unheard of".*`pequod ingest gamma`/,
      ],
      [
        `${question},Buy,1,2,Sideways,${rest}`,
        /tokenName is "Sideways": one outcome of the market \(Up, Down\)/,
      ],
      [`${question},Borrow,1,2,Up,${rest}`, /action is "Borrow": Buy, Sell, /],
      [`${question},Buy,1,0,Up,${rest}`, /tokenAmount is "0": at least one millionth/],
      [`${question},Buy,-1,2,Up,${rest}`, /usdcAmount is "-1": a decimal number/],
      [`${question},Buy,1,9007199255,Up,${rest}`, /tokenAmount is "9007199255": at most 9007199254740991/],
      [
        `${question},Split,1,2,,${rest}`,
        /tokenAmount is "2": as many shares of each outcome as dollars \(1\)/,
      ],
      [`${question},Buy,1,2,Up,1771000000,`, /hash is "": a hash/],
      [
        `${question},Buy,1,2,Up,1471000000,${hash('one')}`,
        /timestamp is 1471000000 .*a time from 2020-01-01/,
      ],
    ])('%s is refused with its reason', async (row, reason) => {
      const { report, refusals } = await refusedOf([row, `${question},Buy,0.25,2,Up,${rest}`])
      expect(report).toMatchObject({ events: 1, refused: 1 })
      expect(refusals).toEqual([{ line: 1, reason: expect.stringMatching(reason) }])
    })

    test('is refused if two markets have the same question, or tokens are unknown', async () => {
      const twins = [marketOf(1, 'Which?'), marketOf(2, 'Which?'), { ...marketOf(3, 'What?'), tokens: [] }]
      const rows = [`Which?,Buy,1,2,Up,${rest}`, `What?,Buy,1,2,Up,${rest}`]
      const { refusals } = await refusedOf(rows, twins)
      expect(refusals.map(({ reason }) => reason)).toEqual([
        expect.stringMatching(/^2 markets have the question "Which\?".* \/activity instead$/),
        expect.stringMatching(/^the tokens of the market "What\?" are not known.*`pequod ingest gamma`/),
      ])
    })

    test('has the amounts of its text, rounded to millionths', async () => {
      const { store } = await refusedOf([`${question},Buy,1.7278499999999999,2.13,Up,${rest}`])
      expect(await store.db.all('SELECT usd, shares, time FROM fills')).toEqual([
        { usd: 1_727_850, shares: 2_130_000, time: 1_771_000_000 },
      ])
    })

    test('that contradicts /activity does not count, and the refusal has the ledger’s sum', async () => {
      const { store } = await refusedOf([])
      const bought: Deed = {
        action: 'Buy',
        market: 0,
        outcome: 0,
        second: 0,
        isSummed: true,
        tx: hash('one'),
        pieces: [{ shares: 3_000_000, usd: 1_000_000 }],
      }
      await ingestDataApi(store.db, 'activity', activityOf([bought]))
      const more = { ...bought, pieces: [{ shares: 5_000_000, usd: 2_000_000 }] }
      const { report, refusals } = await takeHistory(store, csvOf([more]))
      expect(report).toMatchObject({ events: 0, repeated: 0, refused: 1 })
      expect(refusals[0]?.reason).toMatch(/holds 3\.000000 of this transaction.* History CSV has 5\.000000/)
    })

    test('is not matched in another file', async () => {
      const { db } = await open()
      const take = (path: string) => ingestDataApi(db, 'activity', path, { wallet: owner })
      await expect(take(activityOf([]))).rejects.toThrow(/lacks the column .*omit --wallet/)
      await expect(take(write('<html>,b\n'))).rejects.toThrow(/is a web page/)
    })
  },
  ['sqlite'],
)

import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { structuredTokensOf } from '../../../../src/chain/ids.ts'
import { verifyAll } from '../../../../src/cli/checks/verify-all.ts'
import { retractNews } from '../../../../src/jobs/news.ts'
import type { LedgerEvent, MarketInfo } from '../../../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  DAY_SECONDS,
  dayOf,
  type Hash,
  type TokenId,
} from '../../../../src/ledger/quantities.ts'
import { openStore } from '../../../../src/migrations/open-store.ts'
import { readAddressOrder } from '../../../../src/numbers/publish/address-order.ts'
import { computeStandings } from '../../../../src/numbers/publish/compute-standings.ts'
import { createPublisher } from '../../../../src/numbers/publish/publisher.ts'
import { computeScreen } from '../../../../src/numbers/screen/compute-screen.ts'
import { createKeptScreens } from '../../../../src/numbers/screen/kept-screens.ts'
import { ingestRecords } from '../../../../src/sources/files/ingest.ts'
import { ingestDataApi } from '../../../../src/sources/files/ingest-data-api.ts'
import { createLedgerWriter } from '../../../../src/store/ingest/ledger-writer.ts'
import { forgetUnanswered, recordUnanswered } from '../../../../src/store/ledger/metadata-requests.ts'
import {
  boardTradersWithoutName,
  conditionsWithoutMarket,
  tokensWithoutCondition,
} from '../../../../src/store/snapshot/missing-metadata.ts'
import { TRADERS_COLUMN } from '../../../../src/store/snapshot/screen-table.ts'
import { EVER, SCREENS, STANDINGS } from '../../../../src/store/snapshot/snapshot-columns.ts'
import { newestHead } from '../../../../src/store/snapshot/stored-snapshots.ts'
import { TRADERS } from '../../../../src/store/tables.ts'
import { MARKET_LINES, WALLETS } from '../random-ledger.ts'
import type { Chapter } from './chapter.ts'

const START = 1_771_000_000
const OWNER = WALLETS[0] as Address
const MARKET = MARKET_LINES[0] as MarketInfo
const YES = MARKET.tokens[0] as TokenId
/** More than are read at a time. */
const MANY_TRADERS = 20_001
/** As many standings on demand as are kept. */
const MANY_STANDINGS = 100

const hashOf = (n: number) => `0x${String(n).padStart(64, '0')}` as Hash
const placeOf = (n: number) => ({ block: 1_000 + n, logIndex: 0, tx: hashOf(n), time: START + 1_000 * n })

function fill(n: number, changes: object = {}): LedgerEvent {
  return {
    kind: 'FILL',
    ...placeOf(n),
    exchange: null,
    owner: OWNER,
    counterparty: null,
    role: 'TAKER',
    side: 'BUY',
    token: YES,
    shares: 2_000_000,
    usd: 1_000_000,
    fee: 0,
    feeIn: 'USD',
    orderHash: null,
    ...changes,
  } as LedgerEvent
}

const split = (n: number): LedgerEvent => ({
  kind: 'SPLIT',
  ...placeOf(n),
  owner: OWNER,
  condition: MARKET.condition,
  amount: 1_000_000,
})

const HEADER = 'marketName,action,usdcAmount,tokenAmount,tokenName,timestamp,hash'
const csvRow = (n: number, action: string, token: string) =>
  `${MARKET.question},${action},1,${action === 'Buy' ? 2 : 1},${token},${START + 1_000 * n},${hashOf(n)}`

/** Several sources tell of the same events, metadata is missing, and snapshots follow each other. */
export const sourcesChapter: Chapter = async ({ address, folder, step }) => {
  const store = await openStore(address)
  const { db } = store
  await step('a History CSV is read', async () => {
    await ingestRecords(db, MARKET_LINES)
    const path = join(folder, 'history.csv')
    const rows = [1, 2, 3, 4].map((n) => csvRow(n, n % 2 === 0 ? 'Split' : 'Buy', n % 2 === 0 ? '' : 'Yes'))
    await writeFile(path, [HEADER, ...rows, csvRow(5, 'Reward', '')].join('\n'))
    await ingestDataApi(db, 'activity', path, { wallet: OWNER })
  })
  await step('the chain replaces its rows', () => ingestRecords(db, [fill(1), split(2), fill(7), fill(8)]))
  const publisher = createPublisher(db)
  await step('snapshots follow each other', async () => {
    await publisher.publish({ signs: Number.POSITIVE_INFINITY })
    await ingestRecords(db, [fill(120, { owner: WALLETS[1] }), split(121)])
    await publisher.publish({ signs: Number.POSITIVE_INFINITY })
    const described: MarketInfo = { ...MARKET, category: 'politics', outcomes: ['No', 'Yes'] }
    await ingestRecords(db, [described, fill(122, { owner: `0x${'9'.repeat(40)}` }), fill(3), fill(6)])
    await publisher.publish({ signs: Number.POSITIVE_INFINITY })
  })
  await step('income is undone', async () => {
    const income = {
      kind: 'INCOME',
      ...placeOf(130),
      owner: OWNER,
      amount: 5_000_000,
      reason: 'REWARD',
    } as const
    await ingestRecords(db, [income])
    await createLedgerWriter(db).undo(1_130, (tx) => retractNews(tx, 1_130))
  })
  await step('a token of another condition is refused', async () => {
    const structured = `0x${'ab'.repeat(31)}00` as ConditionId
    const [first] = structuredTokensOf(structured)
    const bare = { ...MARKET, condition: hashOf(77) as string as ConditionId, outcomes: [] }
    await ingestRecords(db, [{ ...MARKET, condition: structured, tokens: [], outcomes: [] }])
    await ingestRecords(db, [{ ...bare, tokens: [first] }])
  })
  await step('missing metadata is asked for', async () => {
    const asked = { limit: 10, now: START }
    await ingestRecords(db, [fill(131, { token: '999999' })])
    for (const missing of [conditionsWithoutMarket, tokensWithoutCondition, boardTradersWithoutName])
      await missing(db, asked)
    await db.transaction(async (tx) => {
      await recordUnanswered(tx, 'tokens', [1, 2], START)
      await recordUnanswered(tx, 'tokens', [2, 3], START)
      await forgetUnanswered(tx, 'tokens', [1, 2])
    })
  })
  await step('the ledger is verified', () => verifyAll(db))
  await step('standings on demand make room for others', async () => {
    const head = await newestHead(db)
    const snapshot = head?.id ?? 0
    const days = Array.from({ length: MANY_STANDINGS }, (_, n) => n + 1)
    const all = <Value>(value: Value) => days.map(() => value)
    const columns = {
      snapshot_id: all(snapshot),
      first_day: days,
      category: all(0),
      day_before: all(0),
      columns_id: all(0),
      parts: all(0),
    }
    await db.upsert(STANDINGS, columns, days.length)
    await computeStandings(db, { snapshot, firstDay: dayOf(START), category: 0 })
    const screens = { ...columns, number: all(TRADERS_COLUMN) }
    const { day_before: _, ...named } = screens
    await db.upsert(SCREENS, named, days.length)
    await computeScreen(db, { snapshot, firstDay: dayOf(START), category: 0 })
  })
  await step('a screen goes on from that of an earlier snapshot', async () => {
    const kept = createKeptScreens()
    for (const block of [135, 136]) {
      await ingestRecords(db, [fill(block)])
      await publisher.publish()
      const snapshot = (await newestHead(db))?.id ?? 0
      await computeScreen(db, { snapshot, firstDay: EVER, category: 0 }, kept)
    }
  })
  await step('a publisher goes on at midnight', async () => {
    await publisher.publish()
    const head = await newestHead(db)
    await ingestRecords(db, [fill(140, { time: (head?.cutoffTime ?? 0) + DAY_SECONDS })])
    await publisher.publish()
  })
  await step('more traders come than are read at a time', async () => {
    const ids = Array.from({ length: MANY_TRADERS }, (_, n) => n + 100)
    const addresses = ids.map((id) => `0x${id.toString(16).padStart(40, '0')}`)
    const columns = { id: ids, address: addresses, infrastructure: ids.map(() => 0) }
    await db.transaction((tx) => tx.insertNew(TRADERS, columns, ids.length))
    await readAddressOrder(db)
  })
  await store.close()
}

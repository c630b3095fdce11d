/**
 * The first page of the largest lists against that of the median one's: holders of a market with 100,000 holders, and
 * trades of a trader with 100,000 fills. Cold: the service has the market or the trader in memory, and nothing of the
 * list. Warm: the page before was requested from the same ledger. After new fills: the list was requested before these
 * were published, in the market and of the trader among others. Prints the statements of each: the same number for the
 * largest as for the median.
 *
 *   npx node bench/market/lists.ts [holders and fills, default 100,000]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createRandom } from '../../seeds/world/random.ts'
import { loadConfig } from '../../src/config/config.ts'
import type { LedgerEvent, MarketInfo } from '../../src/ledger/event.ts'
import {
  type Address,
  type ConditionId,
  type Hash,
  MICRO,
  type TokenId,
} from '../../src/ledger/quantities.ts'
import { openStore } from '../../src/migrations/open-store.ts'
import { refresh } from '../../src/numbers/publish/refresh.ts'
import { createApp } from '../../src/server/app.ts'
import { ingestRecords } from '../../src/sources/files/ingest.ts'
import { tierCallers } from '../../test/server/support/tier-callers.ts'
import { WIDE_LIMITS } from '../../test/server/support/wide-limits.ts'
import { type Ask, askAs, untilShown } from '../read/ask-as.ts'
import { median, spread } from '../run/spread.ts'

const MOST = Number(process.argv[2] ?? 100_000)
const MARKETS = 401
/** Fills of a market that is not the crowded one; each of another trader. */
const USUAL = 30
const TRADERS = 2_000
const ROUNDS = 5
const SAMPLES = 15
/** Of each sort, in a snapshot. */
const NEW_FILLS = 10
const START = 1_770_000_000

const hex = (digits: number, n: number) => `0x${n.toString(16).padStart(digits, '0')}`
const conditionOf = (market: number) => hex(64, 1_000 + market) as ConditionId
const tokenOf = (market: number, outcome: number) => `${10_000 + 2 * market + outcome}` as TokenId
const walletOf = (trader: number) => hex(40, 1_000 + trader) as Address
const BUSY = walletOf(0)
const CROWDED = conditionOf(0)

const markets = Array.from(
  { length: MARKETS },
  (_, n): MarketInfo => ({
    kind: 'MARKET',
    condition: conditionOf(n),
    tokens: [tokenOf(n, 0), tokenOf(n, 1)],
    outcomes: ['Yes', 'No'],
    question: `Question ${n}`,
    slug: `question-${n}`,
    category: null,
    tags: [],
    event: null,
    negRisk: null,
  }),
)

const random = createRandom(1, 'lists')
let fillCount = 0

/** The next fill in time. */
function fill(owner: Address, market: number): LedgerEvent {
  const shares = (1 + random.below(500)) * MICRO
  const n = ++fillCount
  return {
    kind: 'FILL',
    block: 1 + n,
    logIndex: 0,
    tx: hex(64, n) as Hash,
    time: START + n,
    exchange: null,
    counterparty: null,
    owner,
    orderHash: null,
    role: 'TAKER',
    side: 'BUY',
    token: tokenOf(market, n % 2),
    shares,
    usd: Math.floor((shares / 100) * (1 + random.below(99))),
    fee: 0,
    feeIn: 'USD',
  }
}

/** Everybody's fills, one after the other in time. */
function* fills(): Generator<LedgerEvent> {
  for (let i = 0; i < MOST; i++) {
    yield fill(BUSY, 1 + (i % (MARKETS - 1)))
    yield fill(walletOf(TRADERS + i), 0)
  }
  for (let market = 1; market < MARKETS; market++)
    for (let i = 0; i < USUAL; i++) yield fill(walletOf(1 + ((market * USUAL + i) % (TRADERS - 1))), market)
}

/** New fills in the crowded market, of the busy trader and in others, and a snapshot of them that is shown. */
async function publishNewFills(ask: Ask): Promise<void> {
  const news = Array.from({ length: NEW_FILLS }, (_, i) => [
    fill(walletOf(TRADERS + i), 0),
    fill(BUSY, 1 + i),
    fill(walletOf(1 + i), 1 + i),
  ])
  await ingestRecords(store.db, news.flat())
  await untilShown(ask, (await refresh(store.db)).snapshot ?? 0)
}

const folder = await mkdtemp(join(tmpdir(), 'pequod-lists-'))
const path = join(folder, 'lists.db')
const store = await openStore({ kind: 'sqlite', path })
const config = loadConfig({ LOG_LEVEL: 'silent', DATABASE_URL: `sqlite:${path}`, ...WIDE_LIMITS })
try {
  await ingestRecords(store.db, [...markets, ...fills()])
  await refresh(store.db)
  const headers = (await tierCallers({ store })).PRO
  const HOLDERS =
    'query ($id: String!) { market(id: $id) { holders { nodes { address shares value outcome { name } } } } }'
  const holdersByPnl =
    'query ($id: String!) { market(id: $id) { holders(orderBy: PNL) { nodes { address shares realizedPnl unrealizedPnl } } } }'
  const topTraders = (page: string) =>
    `query ($id: String!) { market(id: $id) { topTraders(${page}) { nodes { address pnl volume tradeCount } } } }`
  const TRADES =
    'query ($id: String!) { trader(address: $id) { trades { nodes { id usd market { question } } } } }'
  const lists = [
    {
      name: `holders of ${MOST.toLocaleString('en')}`,
      owner: 'query ($id: String!) { market(id: $id) { id outcomes { name price } } }',
      query: HOLDERS,
      largest: CROWDED,
      usual: (n: number) => conditionOf(1 + n),
    },
    ...[
      ['holders by profit', holdersByPnl],
      ['top traders by profit', topTraders('orderBy: PROFIT')],
      ['top traders by profit, the last page', topTraders('orderBy: PROFIT, last: 25')],
      ['top traders by volume', topTraders('orderBy: VOLUME')],
    ].map(([name, query = '']) => ({
      name: `${name} of ${MOST.toLocaleString('en')}`,
      owner: 'query ($id: String!) { market(id: $id) { id outcomes { name price } } }',
      query,
      largest: CROWDED,
      usual: (n: number) => conditionOf(1 + n),
    })),
    {
      name: `trades of ${MOST.toLocaleString('en')}`,
      owner: 'query ($id: String!) { trader(address: $id) { id pnl } }',
      query: TRADES,
      largest: BUSY,
      usual: (n: number) => walletOf(1 + n),
    },
  ]
  for (const { name, owner, query, largest, usual } of lists) {
    const times = {
      cold: { largest: [] as number[], usual: [] as number[] },
      warm: { largest: [] as number[], usual: [] as number[] },
      'after new fills': { largest: [] as number[], usual: [] as number[] },
    }
    // Background work also queries the store: the minimum is the request's own.
    const statements = { largest: Infinity, usual: Infinity }
    for (let round = 0; round < ROUNDS; round++) {
      const app = await createApp({ db: store.db, config })
      const ask = async (id: string, asked = query) => {
        const [before, start] = [store.db.statementCount, performance.now()]
        const answer = await app.inject({
          method: 'POST',
          url: '/graphql',
          headers,
          payload: { query: asked, variables: { id } },
        })
        const took = performance.now() - start
        if (answer.json().errors) throw new Error(answer.body)
        return { took, statements: store.db.statementCount - before }
      }
      /** The statements of only the market or the trader, once it is known. */
      const askTwice = async (id: string) => {
        await ask(id, owner)
        return (await ask(id, owner)).statements
      }
      // The question is compiled, and the caller known.
      for (let n = 0; n < 5; n++) await ask(usual(300 + n))
      for (let n = 0; n < SAMPLES; n++) {
        const base = await askTwice(usual(round * SAMPLES + n))
        const cold = await ask(usual(round * SAMPLES + n))
        times.cold.usual.push(cold.took)
        statements.usual = Math.min(statements.usual, cold.statements - base)
        times.warm.usual.push((await ask(usual(round * SAMPLES + n))).took)
      }
      const base = await askTwice(largest)
      const cold = await ask(largest)
      times.cold.largest.push(cold.took)
      statements.largest = Math.min(statements.largest, cold.statements - base)
      for (let n = 0; n < SAMPLES; n++) times.warm.largest.push((await ask(largest)).took)
      await publishNewFills(askAs(app, headers))
      for (let n = 0; n < SAMPLES; n++) {
        const id = usual(round * SAMPLES + n)
        await ask(id, owner)
        times['after new fills'].usual.push((await ask(id)).took)
      }
      await ask(largest, owner)
      times['after new fills'].largest.push((await ask(largest)).took)
      await app.close()
    }
    for (const [state, own] of Object.entries(times)) {
      const usualMs = median(own.usual)
      const ratios = own.largest.map((took) => took / usualMs)
      console.log(
        `${name}, ${state}: median ${usualMs.toFixed(2)} ms, largest ${median(own.largest).toFixed(2)} ms, ratio ${spread(ratios, 2)}`,
      )
    }
    console.log(
      `${name}: ${statements.usual} statements for the median, ${statements.largest} for the largest`,
    )
  }
} finally {
  await store.close()
  await rm(folder, { recursive: true, force: true })
}

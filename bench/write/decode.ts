import { decodeEventLog, type Hex, parseAbi } from 'viem'
import { decodeTransaction } from '../../src/chain/decode.ts'
import type { ChainLog } from '../../src/chain/fact.ts'
import { tokensOfCondition } from '../../src/chain/ids.ts'
import type { LedgerEvent } from '../../src/ledger/event.ts'
import type { ConditionId } from '../../src/ledger/quantities.ts'
import { createConditions } from '../../src/store/ingest/conditions.ts'
import { createFoldSession } from '../../src/store/ingest/fold-session.ts'
import { createPositionDayRows } from '../../src/store/ingest/position-day-rows.ts'
import { address, hash, inOrder, move, rowV1, wallet } from '../../test/chain/support/encoded-logs.ts'

const MATCHES = 5_000
/** A backfill is long: what counts is the rate once the code is warm. */
const ROUNDS = 4
const CONDITIONS = 10_000
const TOKEN = '73716170047628147940237270507900673332129573201293655532643868111690843426372'

/** A V1 match of two makers as on the chain: three rows and their movements of shares. */
function match(number: number): ChainLog[] {
  const exchange = address('CTFExchange')
  const taker = wallet(`taker ${number % 500}`)
  const makers = [0, 1].map((i) => wallet(`maker ${(number + i) % 50}`))
  const sold = { taker, side: 'SELL' as const, token: TOKEN, usd: 5_000_000, shares: 10_000_000 }
  return inOrder([
    ...makers.flatMap((maker) => [move(maker, exchange, TOKEN, 10_000_000), rowV1({ ...sold, maker })]),
    move(exchange, taker, TOKEN, 20_000_000),
    rowV1({ maker: taker, taker: exchange, side: 'BUY', token: TOKEN, usd: 11_000_000, shares: 20_000_000 }),
  ])
}

function secondsOf(work: () => void): number {
  const start = performance.now()
  work()
  return (performance.now() - start) / 1000
}

const ABI = parseAbi([
  'event OrderFilled(bytes32 indexed orderHash, address indexed maker, address indexed taker, uint256 makerAssetId, uint256 takerAssetId, uint256 makerAmountFilled, uint256 takerAmountFilled, uint256 fee)',
  'event TransferSingle(address indexed operator, address indexed from, address indexed to, uint256 id, uint256 value)',
])

/** The baseline: a general decoder of each log on its own, with none of the transaction's corrections. */
function decodeOneByOne(logs: readonly ChainLog[]): void {
  for (const { data, topics } of logs)
    decodeEventLog({ abi: ABI, data: data as Hex, topics: topics as [Hex, ...Hex[]] })
}

/** Numbers names as the fold's ids. */
function numbered(): (name: string) => number {
  const ids = new Map<string, number>()
  return (name) => {
    const id = ids.get(name) ?? ids.size + 1
    ids.set(name, id)
    return id
  }
}

/** Folds the fills in memory, as the writer does between its reads and its writes; answers the positions. */
function foldInMemory(decoded: readonly LedgerEvent[]): number {
  const [traders, tokens] = [numbered(), numbered()]
  const days = createPositionDayRows()
  const session = createFoldSession({ conditions: createConditions(), isInfrastructure: () => false, days })
  decoded.forEach((event, key) => {
    if (event.kind !== 'FILL') return
    const { owner, token, ...fill } = event
    session.fill({ ...fill, owner: traders(owner), token: tokens(token), key, item: 0 })
  })
  session.closeDays()
  return session.entries.size
}

const matches = Array.from({ length: MATCHES }, (_, i) => match(i))
const transactions = Array.from({ length: ROUNDS }, () => matches).flat()
const conditions = Array.from(
  { length: CONDITIONS },
  (_, i) => hash(`condition ${i}`) as string as ConditionId,
)
const decoded: LedgerEvent[] = []
for (const logs of transactions.slice(0, 500)) {
  decodeTransaction(logs)
  decodeOneByOne(logs)
}
foldInMemory(matches.slice(0, 500).flatMap((logs) => decodeTransaction(logs).events))
const decoding = secondsOf(() => {
  for (const logs of transactions) for (const event of decodeTransaction(logs).events) decoded.push(event)
})
const events = decoded.length
let positions = 0
const folding = secondsOf(() => {
  positions = foldInMemory(decoded)
})
const baseline = secondsOf(() => {
  for (const logs of transactions) decodeOneByOne(logs)
})
const naming = secondsOf(() => {
  for (const condition of conditions) tokensOfCondition(condition, 'USDC.e')
})
const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString('en')
console.log(
  `decode: ${perSecond(events, decoding)} events/s (${perSecond(transactions.length * 6, decoding)} logs/s), ${(baseline / decoding).toFixed(1)} × viem's decodeEventLog · ` +
    `tokens of ${CONDITIONS.toLocaleString('en')} conditions: ${naming.toFixed(2)} s`,
)
console.log(
  `fold: ${perSecond(events, folding)} events/s into ${positions.toLocaleString('en')} positions in memory · ` +
    `decode and fold: ${perSecond(events, decoding + folding)} events/s`,
)

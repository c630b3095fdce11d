import { decodeTransaction } from '../src/chain/decode.ts'
import { tokensOfCondition } from '../src/chain/ids.ts'
import type { ChainLog } from '../src/chain/log.ts'
import type { ConditionId } from '../src/ledger/quantities.ts'
import { address, hash, inOrder, move, rowV1, wallet } from '../test/chain/encoded-logs.ts'

const MATCHES = 5_000
const CONDITIONS = 10_000
const TOKEN = '73716170047628147940237270507900673332129573201293655532643868111690843426372'

/** A V1 match of two makers as it stands on the chain: three rows and the shares that move for them. */
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

const transactions = Array.from({ length: MATCHES }, (_, i) => match(i))
const conditions = Array.from(
  { length: CONDITIONS },
  (_, i) => hash(`condition ${i}`) as string as ConditionId,
)
let events = 0
for (const logs of transactions.slice(0, 500)) decodeTransaction(logs)
const decoding = secondsOf(() => {
  for (const logs of transactions) events += decodeTransaction(logs).events.length
})
const naming = secondsOf(() => {
  for (const condition of conditions) tokensOfCondition(condition, 'USDC.e')
})
const perSecond = (count: number, seconds: number) => Math.round(count / seconds).toLocaleString('en')
console.log(
  `decode: ${perSecond(events, decoding)} events/s (${perSecond(MATCHES * 6, decoding)} logs/s) · ` +
    `tokens of ${CONDITIONS.toLocaleString('en')} conditions: ${naming.toFixed(2)} s`,
)

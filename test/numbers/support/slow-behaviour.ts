import type { Fill, LedgerEvent, SourceRecord } from '../../../src/ledger/event.ts'
import type { FoldEvent } from '../../ledger/support/fold-events.ts'
import { slowApply, slowWorld } from '../../ledger/support/slow-fold.ts'
import { MARKET_LINES, questionsSeen } from '../../store/support/random-ledger.ts'
import { copied, type Slips, slippageOf, slippedAfter } from './slow-slippage.ts'

/*
 * Days of behaviour straight from the events of the small world: the slow fold says how many shares each wallet holds
 * after each event, and every later price is looked for among all fills.
 */

/** A trader's day of behavior. */
export interface SlowTraderDay {
  address: string
  day: number
  fills: number
  makerFills: number
  roleKnown: number
  buys: number
  usdSquare: string
  buySlippage: number
  sellSlippage: number
  movedSlippage: number
  hours: number[]
  entryCost: number[]
  heldSeconds: number[]
}

/** A row of `foresight_days`; markets are numbers of {@link MARKET_LINES}, or token ids while those are unknown. */
export interface SlowForesightDay {
  address: string
  day: number
  fills: number
  usd: number
  moved: string
  markets: string[]
}

/** Shares that came in together: when, how many are left, and whether their outcome was known meanwhile. */
interface Lot {
  time: number
  left: bigint
  settled: boolean
}

const DAY = 86_400
const CONDITIONS = MARKET_LINES.map(({ condition }) => condition as string)
const TOKENS = MARKET_LINES.flatMap(({ tokens }) => tokens as readonly string[])
const dayOf = (time: number) => Math.floor(time / DAY)

const isEvent = (record: SourceRecord): record is LedgerEvent => 'time' in record

/** The events in the ledger's order, and which questions' metadata is there. */
function readLedger(records: readonly SourceRecord[]) {
  const events = records
    .filter(isEvent)
    .toSorted((a, b) => a.time - b.time || (a.logIndex ?? 0) - (b.logIndex ?? 0))
  const markets = records.filter((record) => record.kind === 'MARKET')
  const known = new Set(markets.map(({ condition }) => CONDITIONS.indexOf(condition)))
  // Backwards: a condition keeps its first resolution.
  const resolutions = new Map(
    events
      .toReversed()
      .flatMap((event) =>
        event.kind === 'RESOLVE' && known.has(CONDITIONS.indexOf(event.condition))
          ? [[CONDITIONS.indexOf(event.condition), { event, prices: pricesOf(event.payouts) }]]
          : [],
      ),
  )
  return { events, markets, known, resolutions }
}

type Ledger = ReturnType<typeof readLedger>

function pricesOf(payouts: readonly string[]): number[] {
  const sum = payouts.reduce((total, payout) => total + Number(payout), 0)
  return payouts.map((payout) => Math.floor((1e6 * Number(payout)) / sum))
}

/** The event as the slow fold takes it; null where it changes no position. */
function foldEventOf(
  event: LedgerEvent,
  ledger: Ledger,
  walletOf: (address: string) => number,
): FoldEvent | null {
  if (event.kind === 'FILL')
    return { kind: 'FILL', wallet: walletOf(event.owner), token: TOKENS.indexOf(event.token), fill: event }
  if (event.kind === 'TRANSFER') {
    const [from, to] = [walletOf(event.from), walletOf(event.to)]
    return { kind: 'TRANSFER', from, to, token: TOKENS.indexOf(event.token), amount: event.amount }
  }
  if (event.kind === 'INCOME') return null
  if (event.kind === 'CONVERT') {
    const { amount, feeBips } = event
    const seen = questionsSeen(ledger.markets, event)
    if (seen === null) return null
    const questions = seen.map(({ condition }, bit) => ({
      question: CONDITIONS.indexOf(condition),
      converted: (Number(event.indexSet) & (1 << bit)) !== 0,
    }))
    if (!questions.some(({ converted }) => converted)) return null
    return { kind: 'CONVERT', wallet: walletOf(event.owner), questions, amount, feeBips }
  }
  const question = CONDITIONS.indexOf(event.condition)
  if (!ledger.known.has(question)) return null
  const resolution = ledger.resolutions.get(question)
  if (event.kind === 'RESOLVE')
    return event === resolution?.event ? { kind: 'RESOLVE', question, prices: resolution.prices } : null
  const wallet = walletOf(event.owner)
  if (event.kind !== 'REDEEM') return { kind: event.kind, wallet, question, amount: event.amount }
  const isBefore =
    resolution !== undefined && ledger.events.indexOf(resolution.event) < ledger.events.indexOf(event)
  return {
    kind: 'REDEEM',
    wallet,
    question,
    amounts: event.amounts === null ? null : [...event.amounts],
    payout: event.payout,
    prices: isBefore ? resolution.prices : null,
  }
}

/** Every trader's day of behavior, and what lots are open at the end, by address and token. */
export function slowTraderDays(records: readonly SourceRecord[]) {
  const ledger = readLedger(records)
  const addresses = [
    ...new Set(
      ledger.events.flatMap((event) =>
        event.kind === 'TRANSFER' ? [event.from, event.to] : 'owner' in event ? [event.owner] : [],
      ),
    ),
  ].map(String)
  const rows = new Map<string, SlowTraderDay>()
  const lots = addresses.map(() => TOKENS.map((): Lot[] => []))
  let slips: Slips = addresses.map(() => TOKENS.map(() => 0n))
  let state = slowWorld(addresses.length, TOKENS.length)
  let replay = state
  for (const event of ledger.events) {
    const step = foldEventOf(event, ledger, (address) => addresses.indexOf(address))
    const next = step === null ? state : slowApply(state, step)
    const after = step === null ? { slips, moved: [] } : slippedAfter(slips, step, { state, next })
    addresses.forEach((address, wallet) => {
      const row = () => rowOf(rows, address, dayOf(event.time))
      if (slips[wallet]?.join() !== after.slips[wallet]?.join())
        row().movedSlippage += Number(after.moved[wallet])
      let left = 0n
      TOKENS.forEach((_, token) => {
        const held = lots[wallet]?.[token] ?? []
        const change = (next[wallet]?.[token]?.shares ?? 0n) - (state[wallet]?.[token]?.shares ?? 0n)
        const isSettled = step?.kind === 'RESOLVE' && Math.floor(token / 2) === step.question
        const closed = isSettled ? settle(held) : leave(held, -change)
        if (closed.length > 0) row().heldSeconds.push(...closed.map((time) => event.time - time))
        if (change > 0n) held.push({ time: event.time, left: change, settled: false })
        if (change > 0n) row()
        if (change < 0n) left = -change
      })
      if (event.kind === 'FILL' && event.owner === address) count(row(), event, left)
    })
    state = next
    replay = step === null ? replay : slowApply(replay, copied(step))
    slips = after.slips
  }
  for (const row of rows.values()) row.heldSeconds.sort((a, b) => a - b)
  const open = addresses.flatMap((address, wallet) =>
    TOKENS.flatMap((token, i) => {
      const held = (lots[wallet]?.[i] ?? []).filter((lot) => !lot.settled && lot.left > 0n)
      return held.length === 0
        ? []
        : [
            {
              address,
              token,
              slippage: Number(slips[wallet]?.[i]),
              lots: held.map(({ time, left }) => [time, Number(left)]),
            },
          ]
    }),
  )
  const paid = (world: typeof state, wallet: number) =>
    (world[wallet] ?? []).reduce((sum, { realized, cost }) => sum + realized - cost, 0n)
  /** The difference between a copier's fills, folded like any others, and the trader's own profit, at any marks. */
  const lost = addresses.map((address, i) => ({ address, usd: Number(paid(state, i) - paid(replay, i)) }))
  return { rows: [...rows.values()], open, lost, events: ledger.events.length }
}

/** Times of the lots that a resolution closes. */
function settle(held: Lot[]): number[] {
  const closed = held.filter((lot) => !lot.settled && lot.left > 0n).map((lot) => lot.time)
  for (const lot of held) lot.settled = true
  return closed
}

/** Times of the lots that close, wholly or in part, as shares leave. */
function leave(held: Lot[], shares: bigint): number[] {
  const closed: number[] = []
  let leaving = shares
  for (const lot of held) {
    const part = leaving < lot.left ? leaving : lot.left
    if (part <= 0n) continue
    leaving -= part
    lot.left -= part
    if (!lot.settled) closed.push(lot.time)
  }
  return closed
}

function rowOf(rows: Map<string, SlowTraderDay>, address: string, day: number): SlowTraderDay {
  const row = rows.get(`${address} ${day}`) ?? {
    address,
    day,
    fills: 0,
    makerFills: 0,
    roleKnown: 0,
    buys: 0,
    usdSquare: '0',
    buySlippage: 0,
    sellSlippage: 0,
    movedSlippage: 0,
    hours: new Array<number>(24).fill(0),
    entryCost: new Array<number>(10).fill(0),
    heldSeconds: [],
  }
  rows.set(`${address} ${day}`, row)
  return row
}

function count(row: SlowTraderDay, fill: Fill, left: bigint): void {
  const hour = new Date(fill.time * 1000).getUTCHours()
  row.fills++
  if (fill.role === 'MAKER') row.makerFills++
  if (fill.role !== null) row.roleKnown++
  row.usdSquare = String(BigInt(row.usdSquare) + BigInt(fill.usd) ** 2n)
  row.hours[hour] = (row.hours[hour] ?? 0) + 1
  if (fill.side === 'SELL') {
    const part = (BigInt(fill.usd) * left) / BigInt(fill.shares)
    row.sellSlippage += Number(slippageOf({ ...fill, usd: Number(part) }))
    return
  }
  row.buys++
  row.buySlippage += Number(slippageOf(fill))
  const bin = Math.min(9, Math.floor((10 * fill.usd) / fill.shares))
  row.entryCost[bin] = (row.entryCost[bin] ?? 0) + fill.usd + fill.fee
}

/** Every row of `foresight_days` where the ledger ends on its last event's day. */
export function slowForesightDays(records: readonly SourceRecord[]): SlowForesightDay[] {
  const ledger = readLedger(records)
  const lastDay = dayOf(ledger.events.at(-1)?.time ?? 0)
  const rows = new Map<string, SlowForesightDay>()
  for (const fill of ledger.events) {
    if (fill.kind !== 'FILL' || dayOf(fill.time) > lastDay - 2) continue
    const price = Math.round((1e6 * fill.usd) / fill.shares)
    const later = priceAt(ledger, TOKENS.indexOf(fill.token), fill.time + DAY)
    if (price > 900_000 || later === null) continue
    const { owner: address, usd } = fill
    const day = dayOf(fill.time)
    const row = rows.get(`${address} ${day}`) ?? { address, day, fills: 0, usd: 0, moved: '0', markets: [] }
    const question = Math.floor(TOKENS.indexOf(fill.token) / 2)
    const market = ledger.known.has(question) ? (CONDITIONS[question] ?? '') : fill.token
    row.fills++
    row.usd += usd
    row.moved = String(
      BigInt(row.moved) + BigInt(usd) * BigInt(fill.side === 'BUY' ? later - price : price - later),
    )
    row.markets = [...new Set([...row.markets, market])].sort()
    rows.set(`${address} ${day}`, row)
  }
  return [...rows.values()]
}

function priceAt({ events, known, resolutions }: Ledger, token: number, time: number): number | null {
  const question = Math.floor(token / 2)
  const resolution = resolutions.get(question)
  if (resolution && resolution.event.time <= time) return resolution.prices[token % 2] ?? null
  const last = events.findLast(
    (event): event is Fill =>
      event.kind === 'FILL' &&
      event.time <= time &&
      event.shares >= 1e6 &&
      (TOKENS.indexOf(event.token) === token ||
        (known.has(question) && Math.floor(TOKENS.indexOf(event.token) / 2) === question)),
  )
  if (!last) return null
  const price = Math.round((last.usd / last.shares) * 1e6)
  return TOKENS.indexOf(last.token) === token ? price : 1e6 - price
}

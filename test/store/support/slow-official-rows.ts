import type { LedgerEvent, MarketInfo } from '../../../src/ledger/event.ts'
import { payoutPrices } from '../../../src/ledger/holding.ts'
import type { OfficialPosition } from '../../../src/ledger/official.ts'
import {
  asOfficial,
  emptySlowOfficial,
  type SlowOfficial,
  slowConvert,
  slowFill,
  slowRedeem,
  slowSets,
} from '../../ledger/support/slow-official.ts'
import { MARKET_LINES, questionsSeen } from './random-ledger.ts'

const DAY = 86_400

/** The official rule's result for a ledger: by position, its state and profit on each day on which it changed. */
export type OfficialDays = ReadonlyMap<string, ReadonlyMap<number, OfficialPosition>>

/** Folds events of the small world, given in the ledger's order, one by one; positions are named `wallet token`. */
export function slowOfficialDays(
  events: readonly LedgerEvent[],
  markets: readonly MarketInfo[] = MARKET_LINES,
): OfficialDays {
  const states = new Map<string, SlowOfficial>()
  const days = new Map<string, Map<number, OfficialPosition>>()
  const resolved = new Map<string, readonly number[]>()
  let day = Number.NaN
  const at = (owner: string, token: string | undefined): SlowOfficial => {
    const name = `${owner} ${token}`
    const state = states.get(name) ?? emptySlowOfficial()
    states.set(name, state)
    return state
  }
  for (const event of events) {
    const today = Math.floor(event.time / DAY)
    if (today !== day) for (const state of states.values()) state.realized = 0n
    day = today
    const before = new Map([...states].map(([name, state]) => [name, JSON.stringify(asOfficial(state))]))
    if (event.kind === 'RESOLVE') resolved.set(event.condition, payoutPrices(event.payouts))
    else apply(event, at, resolved, markets)
    for (const [name, state] of states) {
      const after = asOfficial(state)
      if ((before.get(name) ?? NOTHING) === JSON.stringify(after)) continue
      const ofPosition = days.get(name) ?? new Map<number, OfficialPosition>()
      days.set(name, ofPosition.set(day, after))
    }
  }
  return days
}

const NOTHING = JSON.stringify(asOfficial(emptySlowOfficial()))

function apply(
  event: LedgerEvent,
  at: (owner: string, token: string | undefined) => SlowOfficial,
  resolved: ReadonlyMap<string, readonly number[]>,
  markets: readonly MarketInfo[],
): void {
  if (event.kind === 'FILL') slowFill(at(event.owner, event.token), event)
  if (event.kind === 'SPLIT' || event.kind === 'MERGE' || event.kind === 'REDEEM') {
    const market = MARKET_LINES.find(({ condition }) => condition === event.condition)
    const outcomes = market?.tokens.map((token) => at(event.owner, token)) ?? []
    if (event.kind !== 'REDEEM') slowSets(outcomes, event)
    else slowRedeem(outcomes, resolved.get(event.condition) ?? null, event.amounts)
  }
  if (event.kind === 'CONVERT') {
    const questions = questionsSeen(markets, event) ?? []
    const isConverted = (i: number) => ((Number(event.indexSet) >> i) & 1) === 1
    slowConvert(
      questions.filter((_, i) => isConverted(i)).map(({ tokens }) => at(event.owner, tokens[1])),
      questions.filter((_, i) => !isConverted(i)).map(({ tokens }) => at(event.owner, tokens[0])),
      event.amount,
    )
  }
}

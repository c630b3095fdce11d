import type { Move } from './world-arbitrary.ts'

/*
 * A world of six traders (one of them a contract), nine tokens and four conditions, played by a fold of its own:
 * slow, with whole lists instead of columns, and nothing shared with what it tests.
 *
 * Tokens 1–2 and 3–4 are two-outcome conditions 1 and 2 of neg-risk market 1, 5–6 is the plain condition 3, 7 is a
 * condition 4 of three outcomes with 8 and 9 … where 9 is linked to nothing.
 */
export const FIRST_DAY = 20_000
export const CONTRACT = 6
/** Trader ids 1–7 with addresses in another order than their ids. */
export const ADDRESSES = [5, 3, 7, 1, 6, 2, 4].map((n) => `0x${'0'.repeat(38)}a${n}`)

export interface TokenOf {
  id: number
  condition: number | null
  outcome: number | null
  negRisk: number | null
}

export const TOKENS_OF: TokenOf[] = [
  { id: 1, condition: 1, outcome: 0, negRisk: 1 },
  { id: 2, condition: 1, outcome: 1, negRisk: 1 },
  { id: 3, condition: 2, outcome: 0, negRisk: 1 },
  { id: 4, condition: 2, outcome: 1, negRisk: 1 },
  { id: 5, condition: 3, outcome: 0, negRisk: null },
  { id: 6, condition: 3, outcome: 1, negRisk: null },
  { id: 7, condition: 4, outcome: 0, negRisk: null },
  { id: 8, condition: 4, outcome: 1, negRisk: null },
  { id: 9, condition: null, outcome: null, negRisk: null },
  // Condition 4's third outcome, without trades.
  { id: 10, condition: 4, outcome: 2, negRisk: null },
]

export interface DayRow {
  trader_id: number
  token_id: number
  day: number
  shares: number
  cost: number
  realized: number
  bought: number
  sold: number
  fees: number
  volume: number
  traded: number
  fills: number
  maker_fills: number
  buys: number
  untracked: number
}

export interface Played {
  days: DayRow[]
  /** When shares whose cost is known came, left or were settled. */
  touches: { trader: number; token: number; day: number }[]
  prices: { token_id: number; day: number; close: number; time: number; key: number }[]
  income: { trader_id: number; day: number; amount: number }[]
  resolutions: Map<number, { payouts: string[]; time: number; key: number }>
  firstTime: number
  lastTime: number
  fills: number
  movements: number
}

const big = (value: number) => BigInt(value)
export const floorDiv = (a: bigint, b: bigint) => (a >= 0n ? a / b : -((-a + b - 1n) / b))

/** A share of the token's payout in millionths, by the numerators. */
export function payoutOf(payouts: readonly string[], outcome: number): number {
  const total = payouts.reduce((sum, text) => sum + BigInt(text), 0n)
  return Number((BigInt(payouts[outcome] ?? '0') * 1_000_000n) / total)
}

/** Plays a history into rows of the fact grain. */
export function play(moves: readonly Move[]): Played {
  const held = new Map<string, { shares: number; cost: number }>()
  const rows = new Map<string, DayRow>()
  const prices = new Map<string, Played['prices'][number]>()
  const income = new Map<string, Played['income'][number]>()
  const resolutions: Played['resolutions'] = new Map()
  let time = FIRST_DAY * 86_400
  let fills = 0
  const firstTime = time + (moves[0]?.hours ?? 0) * 3600

  const touches: Played['touches'] = []
  const touch = (trader: number, token: number) =>
    touches.push({ trader, token, day: Math.floor(time / 86_400) })

  const rowOf = (trader: number, token: number) => {
    const day = Math.floor(time / 86_400)
    const key = `${trader} ${token} ${day}`
    const flows = { realized: 0, bought: 0, sold: 0, fees: 0, volume: 0, traded: 0, fills: 0 }
    const fresh = { trader_id: trader, token_id: token, day, shares: 0, cost: 0, ...flows }
    const row = rows.get(key) ?? { ...fresh, maker_fills: 0, buys: 0, untracked: 0 }
    rows.set(key, row)
    return row
  }
  const stateOf = (trader: number, token: number) => {
    const state = held.get(`${trader} ${token}`) ?? { shares: 0, cost: 0 }
    held.set(`${trader} ${token}`, state)
    return state
  }
  const leave = (trader: number, token: number, shares: number, proceeds: number) => {
    const state = stateOf(trader, token)
    const row = rowOf(trader, token)
    const known = Math.min(shares, state.shares)
    row.untracked += shares - known
    if (known > 0) {
      touch(trader, token)
      const basis =
        known === state.shares
          ? state.cost
          : Number(floorDiv(big(state.cost) * big(known), big(state.shares)))
      const got = Number(floorDiv(big(proceeds) * big(known), big(shares)))
      state.shares -= known
      state.cost -= basis
      row.realized += got - basis
      row.sold += got
    }
    row.shares = state.shares
    row.cost = state.cost
  }

  moves.forEach((move, i) => {
    time += move.hours * 3600
    const day = Math.floor(time / 86_400)
    if (move.kind === 'FILL') {
      fills += 1
      const trader = move.trader + 1
      const token = move.token + 1
      const usd = Number((big(move.shares) * big(move.price)) / 1_000_000n)
      const row = rowOf(trader, token)
      row.fills += 1
      row.volume += usd
      row.traded += move.shares
      row.fees += move.fee
      if (move.buy) {
        const state = stateOf(trader, token)
        touch(trader, token)
        state.shares += move.shares
        state.cost += usd + move.fee
        row.buys += 1
        row.bought += usd + move.fee
        row.shares = state.shares
        row.cost = state.cost
      } else leave(trader, token, move.shares, usd - move.fee)
      if (move.shares >= 1_000_000)
        prices.set(`${token} ${day}`, { token_id: token, day, close: move.price, time, key: i })
    }
    if (move.kind === 'REDEEM') {
      const { condition, outcome } = TOKENS_OF[move.token] ?? { condition: null, outcome: null }
      const resolution = resolutions.get(condition ?? 0)
      const trader = move.trader + 1
      const state = stateOf(trader, move.token + 1)
      if (resolution && state.shares > 0) {
        const price = payoutOf(resolution.payouts, outcome ?? 0)
        const value = Number(floorDiv(big(state.shares) * big(price), 1_000_000n))
        leave(trader, move.token + 1, state.shares, value)
      }
    }
    if (move.kind === 'RESOLVE' && !resolutions.has(move.condition + 1)) {
      const payouts = move.condition === 3 ? [...move.payouts, '1'] : [...move.payouts]
      resolutions.set(move.condition + 1, { payouts, time, key: i })
      for (const token of TOKENS_OF.filter(({ condition }) => condition === move.condition + 1)) {
        for (let trader = 1; trader <= 6; trader++) {
          const state = stateOf(trader, token.id)
          if (state.shares === 0) continue
          touch(trader, token.id)
          const row = rowOf(trader, token.id)
          const price = payoutOf(payouts, token.outcome ?? 0)
          const value = Number(floorDiv(big(state.shares) * big(price), 1_000_000n))
          row.realized += value - state.cost
          state.cost = value
          row.shares = state.shares
          row.cost = state.cost
        }
      }
    }
    if (move.kind === 'INCOME') {
      const trader = move.trader + 1
      const known = income.get(`${trader} ${day}`) ?? { trader_id: trader, day, amount: 0 }
      known.amount += move.amount
      income.set(`${trader} ${day}`, known)
    }
  })
  return {
    days: [...rows.values()],
    touches,
    prices: [...prices.values()],
    income: [...income.values()],
    resolutions,
    firstTime,
    lastTime: time,
    fills,
    movements: moves.length - fills,
  }
}

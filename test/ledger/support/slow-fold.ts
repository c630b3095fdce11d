import type { Position } from '../../../src/ledger/position.ts'
import type { FoldEvent, World } from './fold-events.ts'

/*
 * A second, slow implementation of the methodology's fold: immutable states, BigInt throughout; the remainder is
 * rounded up where the fold rounds the leaving part down.
 */

type Slow = Readonly<Record<keyof Position, bigint>>
type Change = Partial<Record<keyof Position, bigint>>

const MILLION = 1_000_000n

/** A world of big-integer positions with nothing in them; `wallets[w][t]` is wallet w's position in token t. */
export function slowWorld(wallets: number, tokens: number): Slow[][] {
  const none: Slow = {
    shares: 0n,
    cost: 0n,
    realized: 0n,
    bought: 0n,
    buyShares: 0n,
    splitCost: 0n,
    splitShares: 0n,
    sold: 0n,
    fees: 0n,
    volume: 0n,
    traded: 0n,
    fills: 0n,
    makerFills: 0n,
    buys: 0n,
    untracked: 0n,
  }
  return Array.from({ length: wallets }, () => Array.from({ length: tokens }, () => none))
}

/** The state as the fold would hold it. */
export function slowPositions(state: readonly Slow[][]): World {
  return state.map((wallet) =>
    wallet.map((slow) => ({
      shares: Number(slow.shares),
      cost: Number(slow.cost),
      realized: Number(slow.realized),
      bought: Number(slow.bought),
      buyShares: Number(slow.buyShares),
      splitCost: Number(slow.splitCost),
      splitShares: Number(slow.splitShares),
      sold: Number(slow.sold),
      fees: Number(slow.fees),
      volume: Number(slow.volume),
      traded: Number(slow.traded),
      fills: Number(slow.fills),
      makerFills: Number(slow.makerFills),
      buys: Number(slow.buys),
      untracked: Number(slow.untracked),
    })),
  )
}

/** The state after one event. */
export function slowApply(state: readonly Slow[][], event: FoldEvent): Slow[][] {
  const next = state.map((wallet) => [...wallet])
  const change = (wallet: number, token: number, by: (slow: Slow) => Slow) => {
    const row = next[wallet]
    const slow = row?.[token]
    if (row && slow) row[token] = by(slow)
  }
  const at = (wallet: number, token: number): Slow => {
    const slow = state[wallet]?.[token]
    if (!slow) throw new Error('no such position')
    return slow
  }
  switch (event.kind) {
    case 'FILL':
      change(event.wallet, event.token, (slow) => fill(slow, event.fill))
      break
    case 'SPLIT':
    case 'MERGE': {
      const amount = BigInt(event.amount)
      parts(amount, 2).forEach((part, outcome) => {
        change(event.wallet, 2 * event.question + outcome, (slow) =>
          event.kind === 'SPLIT'
            ? arrive(plus(slow, { bought: part, splitCost: part, splitShares: amount }), amount, part)
            : sell(slow, amount, part),
        )
      })
      break
    }
    case 'CONVERT':
      convert(event, at, change)
      break
    case 'RESOLVE':
      next.forEach((_, wallet) => {
        event.prices.forEach((price, outcome) => {
          change(wallet, 2 * event.question + outcome, (slow) => {
            const value = worth(slow.shares, BigInt(price))
            return { ...plus(slow, { realized: value - slow.cost }), cost: value }
          })
        })
      })
      break
    case 'REDEEM':
      redeem(event, at, change)
      break
    case 'TRANSFER': {
      if (event.from === event.to) break
      const source = event.from === null ? null : at(event.from, event.token)
      const amount = BigInt(event.amount)
      const moved = source === null ? 0n : least(amount, source.shares)
      const basis = source === null ? 0n : basisOf(source, moved)
      const missing: Change = { untracked: amount - moved }
      if (event.from !== null) {
        change(event.from, event.token, (slow) => plus(slow, { ...missing, shares: -moved, cost: -basis }))
      }
      if (event.to !== null) {
        change(event.to, event.token, (slow) => plus(slow, { ...missing, shares: moved, cost: basis }))
      }
    }
  }
  return next
}

type At = (wallet: number, token: number) => Slow
type ChangeAt = (wallet: number, token: number, by: (slow: Slow) => Slow) => void

function fill(slow: Slow, terms: Extract<FoldEvent, { kind: 'FILL' }>['fill']): Slow {
  const [shares, usd, fee] = [BigInt(terms.shares), BigInt(terms.usd), BigInt(terms.fee)]
  const inShares = terms.feeIn === 'SHARES'
  const dollars = !inShares ? fee : shares === 0n ? 0n : (fee * usd) / shares
  const counted = plus(slow, {
    fees: dollars,
    volume: usd,
    traded: shares,
    fills: 1n,
    makerFills: terms.role === 'MAKER' ? 1n : 0n,
    buys: terms.side === 'BUY' ? 1n : 0n,
  })
  if (terms.side === 'SELL') return sell(counted, shares, usd - dollars)
  const cost = inShares ? usd : usd + fee
  const came = inShares ? shares - fee : shares
  return arrive(plus(counted, { bought: cost, buyShares: came }), came, cost)
}

function arrive(slow: Slow, shares: bigint, cost: bigint): Slow {
  return plus(slow, shares === 0n ? { realized: -cost } : { shares, cost })
}

function sell(slow: Slow, shares: bigint, proceeds: bigint): Slow {
  const m = least(shares, slow.shares)
  const untracked = shares - m
  if (m === 0n) return plus(slow, { untracked })
  return close(plus(slow, { untracked }), m, down(proceeds * m, shares))
}

function close(slow: Slow, shares: bigint, proceeds: bigint): Slow {
  const basis = basisOf(slow, shares)
  return plus(slow, { shares: -shares, cost: -basis, sold: proceeds, realized: proceeds - basis })
}

function convert(event: Extract<FoldEvent, { kind: 'CONVERT' }>, at: At, change: ChangeAt): void {
  const { wallet } = event
  const no = event.questions.filter(({ converted }) => converted).map(({ question }) => 2 * question + 1)
  const yes = event.questions.filter(({ converted }) => !converted).map(({ question }) => 2 * question)
  const amount = BigInt(event.amount)
  if (amount === 0n) return
  const sets = no.map((token) => at(wallet, token).shares).reduce(least, amount)
  const received = amount - (amount * BigInt(event.feeBips)) / 10_000n
  const tracked = (received * sets) / amount
  const cash = tracked * BigInt(no.length - 1)
  const basis = no.reduce((sum, token) => sum + basisOf(at(wallet, token), sets), 0n)
  no.forEach((token) => {
    change(wallet, token, (slow) => {
      const held = least(amount, slow.shares)
      const own = basisOf(slow, sets)
      const rest = plus(slow, { shares: -sets, cost: -own, untracked: amount - held })
      const left = plus(rest, { shares: sets - held, cost: -basisOf(rest, held - sets) })
      // Where no question is left to take it, the lowest converted one realizes what the others' cost and cash leave.
      return yes.length > 0 || token > Math.min(...no) ? left : plus(left, { realized: cash - basis })
    })
  })
  parts(basis - cash, yes.length).forEach((part, i) => {
    change(wallet, yes[i] ?? -1, (slow) =>
      arrive(plus(slow, { untracked: received - tracked }), tracked, part),
    )
  })
}

function redeem(event: Extract<FoldEvent, { kind: 'REDEEM' }>, at: At, change: ChangeAt): void {
  const { wallet, prices } = event
  const tokens = [2 * event.question, 2 * event.question + 1]
  const held = tokens.map((token) => at(wallet, token).shares)
  const handed = event.amounts === null ? held : event.amounts.map(BigInt)
  const payout = BigInt(event.payout)
  const beyond =
    event.amounts === null && prices !== null ? surplus(held, prices.map(BigInt), payout) : [0n, 0n]
  const ranking = handed
    .map((shares, i) => ({ i, shares, distance: shares > payout ? shares - payout : payout - shares }))
    .filter(({ shares }) => shares > 0n && payout > 0n)
    .sort((a, b) => (a.distance === b.distance ? a.i - b.i : a.distance < b.distance ? -1 : 1))
  const winner = ranking[0]?.i ?? 0
  tokens.forEach((token, i) => {
    change(wallet, token, (slow) => {
      const given = handed[i] ?? 0n
      if (prices !== null) return redeemOne(slow, given + (beyond[i] ?? 0n), BigInt(prices[i] ?? 0))
      const asked = event.amounts === null && i === winner && payout > given ? payout : given
      const m = least(asked, slow.shares)
      const paid = i === winner && m > 0n ? least(m, (payout * m) / asked) : 0n
      return close(plus(slow, { untracked: asked - m }), m, paid)
    })
  })
}

function redeemOne(slow: Slow, asked: bigint, price: bigint): Slow {
  const m = least(asked, slow.shares)
  const start = plus(slow, { untracked: asked - m })
  const settled = slow.cost === worth(slow.shares, price)
  if (!settled) return close(start, m, worth(m, price))
  const gone = slow.cost - worth(slow.shares - m, price)
  return plus(start, { shares: -m, cost: -gone, sold: gone })
}

/** Unseen shares by outcome: what a payout above the holding's worth, rounding allowed for, is in the dearest outcome. */
function surplus(held: readonly bigint[], prices: readonly bigint[], payout: bigint): bigint[] {
  const dearest = prices.reduce((max, price) => (price > max ? price : max), 0n)
  const explained = held.reduce((sum, shares, i) => {
    const price = prices[i] ?? 0n
    const slack = price === 0n || price === MILLION ? 0n : -down(-shares, MILLION) + 1n
    return sum + worth(shares, price) + slack
  }, 0n)
  const over = payout > explained ? payout - explained : 0n
  const first = prices.indexOf(dearest)
  return prices.map((_, i) => (i === first && dearest > 0n ? (over * MILLION) / dearest : 0n))
}

/** The leaving part is the rest after the remainder, which is rounded up. */
function basisOf(slow: Slow, leaving: bigint): bigint {
  if (slow.shares === 0n) return 0n
  return slow.cost + down(-slow.cost * (slow.shares - leaving), slow.shares)
}

function parts(total: bigint, count: number): bigint[] {
  if (count === 0) return []
  const each = down(total, BigInt(count))
  return Array.from({ length: count }, (_, i) => (i === 0 ? each + (total - each * BigInt(count)) : each))
}

function worth(shares: bigint, price: bigint): bigint {
  return (shares * price) / MILLION
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

/** Division rounded down, of negative numbers too; the divisor is positive. */
function down(a: bigint, b: bigint): bigint {
  return (a - (((a % b) + b) % b)) / b
}

function plus(slow: Slow, change: Change): Slow {
  const next = { ...slow }
  for (const field of Object.keys(slow) as (keyof Position)[])
    next[field] = slow[field] + (change[field] ?? 0n)
  return next
}

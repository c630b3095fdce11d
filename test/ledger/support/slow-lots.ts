import type { LotMethod } from '../../../src/ledger/lot-heap.ts'
import { type FoldEvent, QUESTIONS, WALLETS } from './fold-events.ts'
import { slowApply, slowPositions, slowWorld } from './slow-fold.ts'

/*
 * A second, slow assignment of lots, over the slow fold: lists that are sorted at each event, in BigInt, written from the
 * methodology's chapter event by event.
 */

interface SlowLot {
  origin: string
  at: number
  order: number
  shares: bigint
  basis: bigint
  firstShares: bigint
  firstBasis: bigint
}

/** A disposal of the slow assignment. */
export interface SlowRow {
  kind: string
  at: number
  trader: number
  token: number
  shares: number
  acquired: number | null
  proceeds: number | null
  basis: number | null
}

const down = (a: bigint, b: bigint) => (a - (((a % b) + b) % b)) / b

/** Cuts an amount by shares: each part is rounded down of what is left, the last takes the rest. */
function cut(total: bigint, by: readonly bigint[]): bigint[] {
  const [first, ...rest] = by
  if (first === undefined) return []
  const part =
    rest.length === 0
      ? total
      : down(
          total * first,
          by.reduce((sum, one) => sum + one, 0n),
        )
  return [part, ...cut(total - part, rest)]
}

const ORDER: Record<LotMethod, (a: SlowLot, b: SlowLot) => number> = {
  fifo: (a, b) => a.at - b.at || a.order - b.order,
  average: (a, b) => a.at - b.at || a.order - b.order,
  lifo: (a, b) => b.at - a.at || b.order - a.order,
  hifo: (a, b) =>
    Number(b.firstBasis * a.firstShares - a.firstBasis * b.firstShares) || a.at - b.at || a.order - b.order,
}

/** The disposals of events, an event of two at one time; and the basis of what is held at the end. */
export function slowLots(events: readonly FoldEvent[], method: LotMethod, own: ReadonlySet<number>) {
  const lots = Array.from({ length: WALLETS }, () =>
    Array.from({ length: 2 * QUESTIONS }, (): SlowLot[] => []),
  )
  const rows: SlowRow[] = []
  let orders = 0
  let state = slowWorld(WALLETS, 2 * QUESTIONS)
  events.forEach((event, n) => {
    const at = Math.floor(n / 2)
    const before = slowPositions(state)
    state = slowApply(state, event)
    const after = slowPositions(state)
    const of = (world: typeof before, w: number, t: number) => {
      const position = world[w]?.[t]
      if (!position) throw new Error('no such position')
      return position
    }
    const change = (w: number, t: number, name: 'shares' | 'cost' | 'realized' | 'untracked' | 'fees') =>
      BigInt(of(after, w, t)[name]) - BigInt(of(before, w, t)[name])
    const come = (w: number, t: number, origin: string, shares: bigint, basis: bigint) =>
      lots[w]?.[t]?.push({
        origin,
        at,
        order: orders++,
        shares,
        basis,
        firstShares: shares,
        firstBasis: basis,
      })
    const go = (w: number, t: number, shares: bigint, average: bigint, held: bigint): SlowLot[] => {
      const list = (lots[w]?.[t] ?? []).sort(ORDER[method])
      const isOnly = list.length === 1 && list[0]?.basis === held
      const gone: SlowLot[] = []
      let left = shares
      while (left > 0n) {
        const lot = list[0]
        if (!lot) throw new Error('no lot is left')
        const taken = lot.shares < left ? lot.shares : left
        const basis = taken === lot.shares ? lot.basis : down(lot.basis * taken, lot.shares)
        gone.push({ ...lot, shares: taken, basis })
        lot.shares -= taken
        lot.basis -= basis
        left -= taken
        if (lot.shares === 0n) list.shift()
      }
      if (isOnly && list[0]) list[0].basis = held - average
      if (method !== 'average' && !isOnly) return gone
      const parts = cut(
        average,
        gone.map((one) => one.shares),
      )
      return gone.map((one, i) => ({ ...one, basis: parts[i] ?? 0n }))
    }
    const pay = (w: number, t: number, kind: string, gone: readonly SlowLot[], proceeds: bigint | null) => {
      const parts =
        proceeds === null
          ? null
          : cut(
              proceeds,
              gone.map((one) => one.shares),
            )
      gone.forEach((lot, i) => {
        const paid = parts?.[i] ?? null
        if (lot.origin === 'RESOLUTION' && paid === lot.basis) return
        rows.push({
          kind,
          at,
          trader: w,
          token: t,
          shares: Number(lot.shares),
          acquired: lot.at,
          proceeds: paid === null ? null : Number(paid),
          basis: Number(lot.basis),
        })
      })
    }
    const lose = (w: number, t: number, kind: string, basis: bigint) =>
      rows.push({ kind, at, trader: w, token: t, shares: 0, acquired: at, proceeds: 0, basis: Number(basis) })
    const unseen = (w: number, t: number, kind: string, shares: bigint, proceeds: bigint | null) => {
      if (shares > 0n)
        rows.push({
          kind,
          at,
          trader: w,
          token: t,
          shares: Number(shares),
          acquired: null,
          proceeds: proceeds === null ? null : Number(proceeds),
          basis: null,
        })
    }
    const outcomes = (question: number) => [2 * question, 2 * question + 1]
    const leaves = (w: number, t: number, kind: string, proceeds: bigint) =>
      pay(
        w,
        t,
        kind,
        go(w, t, -change(w, t, 'shares'), -change(w, t, 'cost'), BigInt(of(before, w, t).cost)),
        proceeds,
      )

    if (event.kind === 'FILL' && own.has(event.wallet)) {
      const { wallet: w, token: t, fill } = event
      const [shares, cost] = [change(w, t, 'shares'), change(w, t, 'cost')]
      if (fill.side === 'BUY') {
        if (shares > 0n) come(w, t, 'BUY', shares, cost)
        else if (change(w, t, 'realized') !== 0n) lose(w, t, 'SELL', -change(w, t, 'realized'))
      } else {
        const all = BigInt(fill.usd) - change(w, t, 'fees')
        const mine = shares === 0n ? 0n : down(all * -shares, BigInt(fill.shares))
        leaves(w, t, 'SELL', mine)
        unseen(w, t, 'SELL', change(w, t, 'untracked'), all - mine)
      }
    }
    if (event.kind === 'SPLIT' && own.has(event.wallet))
      for (const t of outcomes(event.question))
        if (change(event.wallet, t, 'shares') > 0n)
          come(event.wallet, t, 'SPLIT', change(event.wallet, t, 'shares'), change(event.wallet, t, 'cost'))
    if ((event.kind === 'MERGE' || event.kind === 'REDEEM') && own.has(event.wallet))
      for (const t of outcomes(event.question)) {
        const kind = event.kind === 'MERGE' ? 'MERGE' : 'REDEMPTION'
        leaves(event.wallet, t, kind, change(event.wallet, t, 'realized') - change(event.wallet, t, 'cost'))
        unseen(event.wallet, t, kind, change(event.wallet, t, 'untracked'), null)
      }
    if (event.kind === 'RESOLVE')
      for (const w of own)
        for (const t of outcomes(event.question)) {
          const held = of(before, w, t)
          if (held.shares === 0) continue
          const value = BigInt(of(after, w, t).cost)
          pay(w, t, 'RESOLUTION', go(w, t, BigInt(held.shares), BigInt(held.cost), BigInt(held.cost)), value)
          come(w, t, 'RESOLUTION', BigInt(held.shares), value)
        }
    if (event.kind === 'TRANSFER' && event.from !== event.to) {
      const { from, to, token: t } = event
      const moved = from === null ? 0n : -change(from, t, 'shares')
      if (from !== null && own.has(from) && moved > 0n) {
        const gone = go(from, t, moved, -change(from, t, 'cost'), BigInt(of(before, from, t).cost))
        if (to !== null && own.has(to)) lots[to]?.[t]?.push(...gone)
        else pay(from, t, 'TRANSFER_OUT', gone, null)
      } else if (to !== null && own.has(to) && moved > 0n)
        come(to, t, 'TRANSFER_IN', moved, change(to, t, 'cost'))
    }
    if (event.kind === 'CONVERT' && own.has(event.wallet)) {
      const w = event.wallet
      const no = event.questions.filter((one) => one.converted).map((one) => 2 * one.question + 1)
      const yes = event.questions.filter((one) => !one.converted).map((one) => 2 * one.question)
      const sets = Math.min(event.amount, ...no.map((t) => of(before, w, t).shares))
      let [more, ledger] = [0n, 0n]
      const gone = no.map((t) => {
        const held = of(before, w, t)
        const average = held.shares === 0 ? 0n : down(BigInt(held.cost) * BigInt(sets), BigInt(held.shares))
        const out = go(w, t, BigInt(sets), average, BigInt(held.cost))
        ledger += average
        more += out.reduce((sum, one) => sum + one.basis, 0n) - average
        const rest = -change(w, t, 'shares') - BigInt(sets)
        pay(
          w,
          t,
          'CONVERSION',
          go(w, t, rest, -change(w, t, 'cost') - average, BigInt(held.cost) - average),
          null,
        )
        return out
      })
      const even = (total: bigint, count: number, i: number) => {
        const part = down(total, BigInt(count))
        return i === 0 ? total - part * BigInt(count - 1) : part
      }
      if (sets > 0 && yes.length === 0) {
        const paid = no.reduce((sum, t) => sum + change(w, t, 'realized'), ledger)
        no.forEach((t, i) => {
          pay(w, t, 'CONVERSION', gone[i] ?? [], even(paid, no.length, i))
        })
      }
      if (sets > 0)
        yes.forEach((t, i) => {
          const part = even(more, yes.length, i)
          const shares = change(w, t, 'shares')
          if (shares > 0n) come(w, t, 'CONVERSION', shares, change(w, t, 'cost') + part)
          else if (change(w, t, 'realized') !== part)
            lose(w, t, 'CONVERSION', part - change(w, t, 'realized'))
        })
    }
  })
  return { rows, held: lots }
}

import { equalPart } from './fold.ts'
import { takeOut } from './holding.ts'
import { type Lot, LotHeap, type LotMethod, type LotOrigin } from './lot-heap.ts'
import type { Position } from './position.ts'
import { dayOf, exactSum, type MicroShares, type MicroUsd, mulDivFloor, type Seconds } from './quantities.ts'

/*
 * Lots, methodology §14: which shares leave at an event, and what they cost. A book consumes the steps of the position fold and
 * folds nothing itself: how many shares come or leave, the dollars of both, and the average cost are the fold's.
 */

export type DisposalKind = 'SELL' | 'MERGE' | 'CONVERSION' | 'RESOLUTION' | 'REDEMPTION' | 'TRANSFER_OUT'

/** A position around an event. */
export interface LotLeg {
  trader: number
  token: number
  before: Position
  after: Position
  /** Its place among the outcomes of its market; null if unknown. */
  outcome: number | null
}

/** An event with every position that it changed. */
export interface LotStep<Event> {
  kind: 'FILL' | 'SPLIT' | 'MERGE' | 'CONVERT' | 'RESOLVE' | 'REDEEM' | 'TRANSFER'
  event: Event
  time: Seconds
  /** Sets of a CONVERT. */
  amount: MicroShares
  legs: readonly LotLeg[]
}

/** Shares of one lot that left at one event. */
export interface Disposal<Event> {
  kind: DisposalKind
  event: Event
  time: Seconds
  trader: number
  token: number
  shares: MicroShares
  /** Null for shares whose coming the ledger has not seen. */
  lot: { origin: LotOrigin; event: Event; time: Seconds } | null
  /** Dollars for the shares, less the fee; null for shares that left for nothing that the ledger knows. */
  proceeds: MicroUsd | null
  /** The fee of the disposal itself, which `proceeds` are less. */
  fee: MicroUsd
  /** Null as `lot` is. */
  basis: MicroUsd | null
  /** `proceeds` less `basis`; null where one of them is. */
  gain: MicroUsd | null
}

/** The dollars for shares that leave together. */
interface Payment {
  kind: DisposalKind
  proceeds: MicroUsd | null
  fee?: MicroUsd
}

const KINDS = { FILL: 'SELL', SPLIT: 'SELL', MERGE: 'MERGE', REDEEM: 'REDEMPTION' } as const

/** Whether shares were held for more than a year: beyond the same day of the next UTC year. */
export function isLongTerm(acquired: Seconds, disposed: Seconds): boolean {
  const from = new Date(acquired * 1_000)
  const [year, month, day] = [from.getUTCFullYear() + 1, from.getUTCMonth(), from.getUTCDate()]
  // February 29 has its year on February 28.
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return dayOf(disposed) > dayOf(Date.UTC(year, month, Math.min(day, last)) / 1_000)
}

/** Lots of some wallets that are one. */
export class LotBook<Event> {
  /** In the order of the events. */
  readonly disposals: Disposal<Event>[] = []
  readonly #method: LotMethod
  readonly #own: ReadonlySet<number>
  readonly #heaps = new Map<string, LotHeap<Event>>()
  #lots = 0

  /** @param own the wallets: a transfer between two of them moves lots and disposes of none */
  constructor(method: LotMethod, own: ReadonlySet<number>) {
    this.#method = method
    this.#own = own
  }

  /** Counts an event, after those before it. @throws RangeError when a sum leaves the exact range */
  apply(step: LotStep<Event>): void {
    if (step.kind === 'TRANSFER') this.#transfer(step)
    else if (step.kind === 'CONVERT') this.#convert(step)
    else
      for (const leg of step.legs) {
        if (!this.#own.has(leg.trader)) continue
        if (step.kind === 'RESOLVE') this.#settle(leg, step)
        else this.#trade(leg, step, KINDS[step.kind])
      }
  }

  /** The lots that a position holds, in no order. Under `average` their basis is the fold's, and not theirs. */
  open(trader: number, token: number): readonly Lot<Event>[] {
    return this.#heaps.get(`${trader} ${token}`)?.all ?? []
  }

  #trade(leg: LotLeg, step: LotStep<Event>, kind: DisposalKind): void {
    const shares = changeOf(leg, 'shares')
    if (shares > 0) {
      this.#add(leg, step, { origin: originOf(step), shares, basis: changeOf(leg, 'cost') })
      return
    }
    const average = 0 - changeOf(leg, 'cost')
    const realized = changeOf(leg, 'realized')
    const untracked = changeOf(leg, 'untracked')
    const fees = changeOf(leg, 'fees')
    const proceeds = exactSum(realized, average, 'proceeds')
    if (shares < 0) {
      const fee = untracked === 0 ? fees : mulDivFloor(fees, 0 - shares, untracked - shares)
      this.#dispose(leg, step, this.#take(leg, 0 - shares, average), { kind, proceeds, fee })
    } else if (realized !== 0) this.#lose(leg, step, kind, realized)
    if (untracked === 0 || step.kind === 'SPLIT') return
    const rest = step.kind === 'FILL' ? changeOf(leg, 'volume') - fees - proceeds : null
    this.#note(leg, step, { kind, shares: untracked, proceeds: rest })
  }

  /** Everything held is disposed of for its payout, and held on at that. */
  #settle(leg: LotLeg, step: LotStep<Event>): void {
    const { before, after } = leg
    if (before.shares === 0) return
    const pieces = this.#take(leg, before.shares, before.cost)
    this.#dispose(leg, step, pieces, { kind: 'RESOLUTION', proceeds: after.cost })
    this.#add(leg, step, { origin: 'RESOLUTION', shares: after.shares, basis: after.cost })
  }

  #transfer(step: LotStep<Event>): void {
    const mine = step.legs.filter(({ trader }) => this.#own.has(trader))
    const from = mine.find((leg) => changeOf(leg, 'shares') < 0)
    const to = mine.find((leg) => changeOf(leg, 'shares') > 0)
    if (from === undefined) {
      if (to !== undefined)
        this.#add(to, step, {
          origin: 'TRANSFER_IN',
          shares: changeOf(to, 'shares'),
          basis: changeOf(to, 'cost'),
        })
      return
    }
    const pieces = this.#take(from, 0 - changeOf(from, 'shares'), 0 - changeOf(from, 'cost'))
    if (to === undefined) this.#dispose(from, step, pieces, { kind: 'TRANSFER_OUT', proceeds: null })
    else for (const piece of pieces) this.#heapOf(to).push(piece)
  }

  #convert(step: LotStep<Event>): void {
    if (!step.legs.every(({ trader }) => this.#own.has(trader))) return
    const no = step.legs.filter(({ outcome }) => outcome === 1)
    const yes = step.legs.filter(({ outcome }) => outcome !== 1)
    const known = no.reduce((least, { before }) => Math.min(least, before.shares), step.amount)
    const out = no.map((leg) => this.#convertOut(leg, step, known))
    if (known === 0) return
    const kind = 'CONVERSION'
    const averages = sumOf(out, ({ average }) => average)
    if (yes.length === 0) {
      const paid = exactSum(
        sumOf(no, (leg) => changeOf(leg, 'realized')),
        averages,
        'proceeds',
      )
      out.forEach(({ leg, pieces }, i) => {
        this.#dispose(leg, step, pieces, { kind, proceeds: equalPart(paid, out.length, i) })
      })
      return
    }
    // Beside the average cost, which the fold moved, goes what these lots cost more or less.
    const more = sumOf(out, ({ pieces }) => sumOf(pieces, ({ basis }) => basis)) - averages
    yes.forEach((leg, i) => {
      const part = equalPart(more, yes.length, i)
      const shares = changeOf(leg, 'shares')
      const lost = changeOf(leg, 'realized') - part
      if (shares > 0) this.#add(leg, step, { origin: kind, shares, basis: changeOf(leg, 'cost') + part })
      else if (lost !== 0) this.#lose(leg, step, kind, lost)
    })
  }

  /** Takes a converted NO out: those of whole sets, with their cost; the others leave for nothing. */
  #convertOut(leg: LotLeg, step: LotStep<Event>, known: MicroShares) {
    const { before } = leg
    const average = takeOut({ ...before }, known)
    const pieces = this.#take(leg, known, average)
    const rest = 0 - changeOf(leg, 'shares') - known
    const left = { ...before, shares: before.shares - known, cost: before.cost - average }
    const lost = this.#take({ ...leg, before: left }, rest, 0 - changeOf(leg, 'cost') - average)
    this.#dispose(leg, step, lost, { kind: 'CONVERSION', proceeds: null })
    return { leg, pieces, average }
  }

  #heapOf({ trader, token }: LotLeg): LotHeap<Event> {
    const name = `${trader} ${token}`
    const known = this.#heaps.get(name) ?? new LotHeap<Event>(this.#method)
    this.#heaps.set(name, known)
    return known
  }

  #add(leg: LotLeg, { event, time }: LotStep<Event>, lot: Came): void {
    const { shares, basis } = lot
    this.#heapOf(leg).push({ ...lot, event, time, order: this.#lots++, whole: { shares, basis } })
  }

  /** @param average the cost of the shares by the fold, which that of an only lot is too, however it rounds */
  #take(leg: LotLeg, shares: MicroShares, average: MicroUsd): Lot<Event>[] {
    const heap = this.#heapOf(leg)
    const isOnly = heap.size === 1 && heap.first?.basis === leg.before.cost
    const pieces = heap.take(shares)
    if (this.#method !== 'average' && !isOnly) return pieces
    if (isOnly && heap.first) heap.first.basis = exactSum(leg.before.cost, -average, 'basis')
    const parts = partsOf(average, pieces)
    return pieces.map((piece, i) => ({ ...piece, basis: parts[i] ?? 0 }))
  }

  #dispose(leg: LotLeg, step: LotStep<Event>, pieces: readonly Lot<Event>[], paid: Payment): void {
    const proceeds = paid.proceeds === null ? null : partsOf(paid.proceeds, pieces)
    const fees = partsOf(paid.fee ?? 0, pieces)
    pieces.forEach(({ origin, event, time, shares, basis }, i) => {
      const received = proceeds?.[i] ?? null
      const gain = received === null ? null : exactSum(received, -basis, 'gain')
      // Shares that the resolution settled were disposed of then.
      if (origin === 'RESOLUTION' && gain === 0) return
      const lot = { origin, event, time }
      this.#note(leg, step, {
        kind: paid.kind,
        shares,
        lot,
        proceeds: received,
        fee: fees[i] ?? 0,
        basis,
        gain,
      })
    })
  }

  /** Cost without shares: a fee took all that came. */
  #lose(leg: LotLeg, step: LotStep<Event>, kind: DisposalKind, gain: MicroUsd): void {
    const { event, time } = step
    const lot = { origin: kind === 'CONVERSION' ? kind : originOf(step), event, time }
    this.#note(leg, step, { kind, shares: 0, lot, proceeds: 0, basis: 0 - gain, gain })
  }

  #note({ trader, token }: LotLeg, { event, time }: LotStep<Event>, told: Told<Event>): void {
    this.disposals.push({ lot: null, fee: 0, basis: null, gain: null, ...told, event, time, trader, token })
  }
}

type Came = Pick<Lot<never>, 'origin' | 'shares' | 'basis'>
type Told<Event> = Pick<Disposal<Event>, 'kind' | 'shares' | 'proceeds'> & Partial<Disposal<Event>>

function originOf({ kind }: LotStep<unknown>): LotOrigin {
  return kind === 'SPLIT' ? 'SPLIT' : 'BUY'
}

function changeOf({ before, after }: LotLeg, name: keyof Position): number {
  return after[name] - before[name]
}

function sumOf<Row>(rows: readonly Row[], of: (row: Row) => number): number {
  return rows.reduce((sum, row) => exactSum(sum, of(row), 'basis'), 0)
}

/** Parts of an amount by shares, each rounded down, the last with the rest: they add up to it. */
function partsOf(total: number, pieces: readonly { shares: MicroShares }[]): number[] {
  let left = total
  let shares = sumOf(pieces, (piece) => piece.shares)
  return pieces.map((piece) => {
    const part = shares === piece.shares ? left : mulDivFloor(left, piece.shares, shares)
    left -= part
    shares -= piece.shares
    return part
  })
}

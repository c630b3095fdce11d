import { defined } from '../../checks.ts'
import {
  applyConvert,
  applyFill,
  applyMerge,
  applyRedeem,
  applyResolve,
  applySplit,
  applyTransfer,
} from '../../ledger/fold.ts'
import {
  emptyOfficialPosition,
  type OfficialPosition,
  officialConvert,
  officialFill,
  officialMerge,
  officialRedeem,
  officialSplit,
  resetOfficialFlow,
} from '../../ledger/official.ts'
import { emptyPosition, type Position, resetFlows } from '../../ledger/position.ts'
import { dayOf, type Seconds } from '../../ledger/quantities.ts'
import { unreadLots } from '../../metrics/behaviour/open-lots.ts'
import {
  carrySlippage,
  countFill,
  emptyBehaviour,
  moveShares,
  type PositionBehaviour,
  resetBehaviour,
  settleLots,
} from '../../metrics/behaviour/position-behaviour.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import type { Place } from '../ledger/place.ts'
import { type Condition, type Conditions, isResolutionOf } from './conditions.ts'
import { type Entry, positionKey } from './fold-entry.ts'
import type { HeldState } from './held-state.ts'
import type { PositionDayRows } from './position-day-rows.ts'

/** A fill as the fold needs it. */
export interface FoldFill extends Place {
  owner: number
  token: number
  side: 'BUY' | 'SELL'
  role: 'MAKER' | 'TAKER' | null
  shares: number
  usd: number
  fee: number
  feeIn: 'USD' | 'SHARES'
}

/** The open lots of a position as the store holds them: the lots themselves are not in memory. */
export interface StoredLots {
  open: number
  slippage: number
  /** The numbers of the lots, up to the `next`. */
  first: number
  next: number
}

/** Folds events, given in order, over positions that it holds in memory. */
export interface FoldSession<Fill extends FoldFill = FoldFill, Movement extends MovementRow = MovementRow> {
  fill(fill: Fill): void
  movement(row: Movement): void
  /** Counts the resolution of a condition for one holder of an outcome. */
  settle(entry: Entry, condition: Condition, resolved: Place): void
  /** Every entry of a token. */
  holders(token: number): readonly Entry[]
  /** Forgets every entry; called when none has changes that are not written. */
  clear(): void
  /** Entries by {@link positionKey}. */
  readonly entries: Map<number, Entry>
  /** Puts in a position's state as the store holds it. */
  load(token: number, trader: number, state: HeldState & Place, lots?: StoredLots): Entry
  /** Makes every changed entry's open day a row, and takes those rows. */
  closeDays(): void
}

/** What a session reads of the world around it. */
export interface FoldContext<Fill extends FoldFill = FoldFill, Movement extends MovementRow = MovementRow> {
  conditions: Pick<Conditions, 'get' | 'negRisk' | 'questionsAt' | 'feeBipsOf'>
  isInfrastructure(trader: number): boolean
  /** Takes days that are over. @default nobody */
  days?: Pick<PositionDayRows, 'add'>
  /** Runs after each event on a position, with what this was before it. */
  onEvent?: (entry: Entry, event: Fill | Movement, before: Position) => void
  /** Only these positions are folded; others are left alone. @default all */
  inScope?: (token: number, trader: number) => boolean
}

/** A new session without entries. */
export function createFoldSession<
  Fill extends FoldFill = FoldFill,
  Movement extends MovementRow = MovementRow,
>(context: FoldContext<Fill, Movement>): FoldSession<Fill, Movement> {
  const { conditions, inScope = () => true } = context
  const entries = new Map<number, Entry>()
  const byToken = new Map<number, Entry[]>()

  const add = (token: number, trader: number, { time, key, item }: Place): Entry => {
    const entry = {
      token,
      trader,
      position: emptyPosition(),
      official: emptyOfficialPosition(),
      day: dayOf(time),
      dayChanged: false,
      changed: false,
      behaviour: context.days ? emptyBehaviour() : null,
      stored: { first: 0, next: 0 },
      time,
      key,
      item,
    }
    entries.set(positionKey(token, trader), entry)
    const holders = byToken.get(token)
    if (holders) holders.push(entry)
    else byToken.set(token, [entry])
    return entry
  }
  const entryOf = (token: number, trader: number) =>
    entries.get(positionKey(token, trader)) ?? add(token, trader, { time: 0, key: 0, item: 0 })

  const closeDay = (entry: Entry) => {
    if (entry.dayChanged) context.days?.add(entry)
    entry.dayChanged = false
    resetFlows(entry.position)
    resetOfficialFlow(entry.official)
    if (entry.behaviour) resetBehaviour(entry.behaviour)
  }
  /** Before an event: a day that is over becomes a row. */
  const open = (token: number, trader: number, place: Place): Entry => {
    const entry = entryOf(token, trader)
    const day = dayOf(place.time)
    if (day !== entry.day) closeDay(entry)
    entry.day = day
    return entry
  }
  /**
   * After an event: the position has counted everything up to here. An event without effect (a redemption of nothing)
   * makes no row of its day, but a fill from before it is late all the same.
   */
  const touch = (entry: Entry, { time, key, item }: Place, effect: boolean) => {
    entry.time = time
    entry.key = key
    entry.item = item
    entry.changed = true
    if (effect) entry.dayChanged = true
  }
  const beforeEvent = (entry: Entry) => context.onEvent && { ...entry.position }
  /** @param slip moves slippage between positions as `apply` moves their cost; without it, what leaves takes its part along */
  const applyTo = (
    opened: readonly Entry[],
    row: Movement,
    apply: () => void,
    slip?: (positions: Position[]) => void,
  ) => {
    const before = opened.map((entry) => ({
      position: { ...entry.position },
      official: { ...entry.official },
    }))
    const slipped = slip && context.days ? opened.map(slippageOf) : null
    apply()
    if (slipped) slip?.(slipped)
    opened.forEach((entry, i) => {
      const { position, official } = defined(before[i])
      const effect = differs(position, entry.position) || officialDiffers(official, entry.official)
      if (entry.behaviour) moveBehaviour(entry.behaviour, position, entry.position, row.time, slipped?.[i])
      touch(entry, row, effect)
      context.onEvent?.(entry, row, position)
    })
  }

  /** One owner's positions in all outcomes of a condition, for events that move them together. */
  const together = (
    row: Movement,
    tokens: readonly number[],
    apply: (positions: Position[], officials: OfficialPosition[]) => void,
    slip?: (positions: Position[]) => void,
  ) => {
    const owner = row.owner
    if (owner === null || context.isInfrastructure(owner) || tokens.length === 0) return
    if (!tokens.some((token) => inScope(token, owner))) return
    const opened = tokens.map((token) => open(token, owner, row))
    applyTo(
      opened,
      row,
      () =>
        apply(
          opened.map((entry) => entry.position),
          opened.map((entry) => entry.official),
        ),
      slip,
    )
  }

  const settle = ({ token, trader }: Entry, condition: Condition, resolved: Place) => {
    const entry = open(token, trader, resolved)
    const price = condition.pricesAt(resolved)?.[condition.tokens.indexOf(token)] ?? 0
    applyResolve([entry.position], [price])
    if (entry.behaviour) settleLots(entry.behaviour, resolved.time)
    touch(entry, resolved, true)
  }
  const resolve = (row: Movement) => {
    const condition = conditions.get(row.condition ?? 0)
    if (!isResolutionOf(condition, row)) return
    for (const token of condition.tokens)
      for (const entry of byToken.get(token) ?? [])
        if (entry.position.shares > 0 && inScope(token, entry.trader)) {
          const before = beforeEvent(entry)
          settle(entry, condition, row)
          if (before) context.onEvent?.(entry, row, before)
        }
  }
  const convert = (row: Movement) => {
    const questions = conditions.questionsAt(row.negRisk ?? 0, row.key)
    if (questions === null || row.owner === null) return
    const isConverted = (i: number) => ((BigInt(row.indexSet ?? '0') >> BigInt(i)) & 1n) === 1n
    const no = questions.flatMap((question, i) => (isConverted(i) ? question.tokens.slice(1, 2) : []))
    const yes = questions.flatMap((question, i) => (isConverted(i) ? [] : question.tokens.slice(0, 1)))
    const k = no.length
    const amount = row.amount ?? 0
    const feeBips = conditions.feeBipsOf(row)
    together(
      row,
      [...no, ...yes],
      (positions, officials) => {
        applyConvert(positions.slice(0, k), positions.slice(k), amount, feeBips)
        officialConvert(officials.slice(0, k), officials.slice(k), amount)
      },
      // No dollars are paid back of slippage.
      (positions) => applyConvert(positions.slice(0, k), positions.slice(k), amount, feeBips, false),
    )
  }
  const transfer = (row: Movement) => {
    const token = row.token ?? 0
    const side = (trader: number | null) =>
      trader === null || context.isInfrastructure(trader) ? null : open(token, trader, row)
    if (row.owner === row.other) return
    if (![row.owner, row.other].some((trader) => trader !== null && inScope(token, trader))) return
    const from = side(row.owner)
    const to = side(row.other)
    const opened = [from, to].filter((entry) => entry !== null)
    const amount = row.amount ?? 0
    applyTo(
      opened,
      row,
      () => applyTransfer(from?.position ?? null, to?.position ?? null, amount),
      (positions) =>
        applyTransfer(from && defined(positions[0]), to && defined(positions[opened.length - 1]), amount),
    )
  }

  return {
    entries,
    load(token, trader, state, lots) {
      const entry = add(token, trader, state)
      entry.position.shares = state.shares
      entry.position.cost = state.cost
      entry.official.amount = state.officialAmount
      entry.official.avg = state.officialAvg
      if (entry.behaviour && lots) {
        entry.behaviour.open = lots.open
        entry.behaviour.slippage = lots.slippage
        entry.behaviour.lots = unreadLots(lots.first, lots.next)
        entry.stored = { first: lots.first, next: lots.next }
      }
      return entry
    },
    fill(fill) {
      if (!inScope(fill.token, fill.owner)) return
      const entry = open(fill.token, fill.owner, fill)
      const before = beforeEvent(entry)
      const { shares } = entry.position
      applyFill(entry.position, fill)
      officialFill(entry.official, fill)
      if (entry.behaviour) countFill(entry.behaviour, fill, shares, entry.position.shares)
      touch(entry, fill, true)
      if (before) context.onEvent?.(entry, fill, before)
    },
    settle,
    holders: (token) => byToken.get(token) ?? [],
    clear() {
      entries.clear()
      byToken.clear()
    },
    movement(row) {
      const tokens = row.condition === null ? [] : conditions.get(row.condition).tokens
      const amount = row.amount ?? 0
      if (row.kind === 'SPLIT') {
        together(row, tokens, (outcomes, officials) => {
          applySplit(outcomes, amount)
          officialSplit(officials, amount)
        })
      }
      if (row.kind === 'MERGE') {
        together(row, tokens, (outcomes, officials) => {
          applyMerge(outcomes, amount)
          officialMerge(officials, amount)
        })
      }
      if (row.kind === 'REDEEM') {
        const prices = conditions.get(row.condition ?? 0).pricesAt(row)
        together(row, tokens, (outcomes, officials) => {
          applyRedeem(outcomes, { amounts: row.amounts, payout: amount, prices })
          officialRedeem(officials, prices, row.amounts)
        })
      }
      if (row.kind === 'RESOLVE') resolve(row)
      if (row.kind === 'CONVERT') convert(row)
      if (row.kind === 'TRANSFER') transfer(row)
    },
    closeDays() {
      for (const entry of entries.values()) closeDay(entry)
    },
  }
}

/** A position whose cost is the slippage that the entry's cost carries. */
function slippageOf({ behaviour, position: { shares } }: Entry): Position {
  return { ...emptyPosition(), shares, cost: behaviour?.slippage ?? 0 }
}

function moveBehaviour(
  behaviour: PositionBehaviour,
  before: Position,
  after: Position,
  time: Seconds,
  slipped: Position | undefined,
): void {
  const { slippage } = behaviour
  moveShares(behaviour, before.shares, after.shares, time)
  if (slipped) carrySlippage(behaviour, slippage, slipped)
}

function differs(before: Position, after: Position): boolean {
  return (
    before.shares !== after.shares ||
    before.cost !== after.cost ||
    before.realized !== after.realized ||
    before.bought !== after.bought ||
    before.sold !== after.sold ||
    before.untracked !== after.untracked
  )
}

function officialDiffers(before: OfficialPosition, after: OfficialPosition): boolean {
  return before.amount !== after.amount || before.avg !== after.avg || before.realized !== after.realized
}

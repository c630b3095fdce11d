import { defined } from '../../checks.ts'
import { applyConvert, applyMerge, applyRedeem, applySplit, applyTransfer } from '../../ledger/fold.ts'
import {
  type OfficialPosition,
  officialConvert,
  officialMerge,
  officialRedeem,
  officialSplit,
} from '../../ledger/official.ts'
import { emptyPosition, type Position } from '../../ledger/position.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import { carrySlippage, moveShares, type PositionBehaviour } from '../../metrics/behaviour/trade-habits.ts'
import type { MovementRow } from '../ledger/movement-row.ts'
import { isResolutionOf } from './conditions.ts'
import {
  beforeEvent,
  type Entry,
  type FoldFill,
  type FoldState,
  isFolded,
  open,
  settle,
  touch,
} from './fold-state.ts'

/** Applies a movement to the positions that it changes, opened for its day. */
interface Effect {
  apply(positions: Position[], officials: OfficialPosition[]): void
  /** Moves slippage between positions as `apply` moves their cost; without it, what leaves takes its part along. */
  slip?(positions: Position[]): void
}

/** Folds a movement into the positions that it changes. */
export function foldMovement<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  row: Movement,
): void {
  if (row.kind === 'SPLIT') moveSets(state, row, applySplit, officialSplit)
  if (row.kind === 'MERGE') moveSets(state, row, applyMerge, officialMerge)
  if (row.kind === 'REDEEM') redeem(state, row)
  if (row.kind === 'RESOLVE') resolve(state, row)
  if (row.kind === 'CONVERT') convert(state, row)
  if (row.kind === 'TRANSFER') transfer(state, row)
}

/** Splits or merges whole sets of a condition's outcomes. */
function moveSets<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  row: Movement,
  move: typeof applySplit,
  officialMove: typeof officialSplit,
): void {
  const amount = row.amount ?? 0
  together(state, row, outcomesOf(state, row), {
    apply(outcomes, officials) {
      move(outcomes, amount)
      officialMove(officials, amount)
    },
  })
}

function redeem<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  row: Movement,
): void {
  const prices = state.context.conditions.get(row.condition ?? 0).pricesAt(row)
  together(state, row, outcomesOf(state, row), {
    apply(outcomes, officials) {
      applyRedeem(outcomes, { amounts: row.amounts, payout: row.amount ?? 0, prices })
      officialRedeem(officials, prices, row.amounts)
    },
  })
}

function outcomesOf<Fill extends FoldFill, Movement extends MovementRow>(
  { context }: FoldState<Fill, Movement>,
  row: Movement,
): readonly number[] {
  return row.condition === null ? [] : context.conditions.get(row.condition).tokens
}

function resolve<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  row: Movement,
): void {
  const condition = state.context.conditions.get(row.condition ?? 0)
  if (!isResolutionOf(condition, row)) return
  for (const token of condition.tokens)
    for (const held of state.byToken.get(token) ?? []) {
      if (held.position.shares === 0 || !isFolded(state, token, held.trader)) continue
      const entry = open(state, token, held.trader, row)
      const before = beforeEvent(state, entry)
      settle(entry, condition, row)
      if (before) state.context.onEvent?.(entry, row, before)
    }
}

function convert<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  row: Movement,
): void {
  const { conditions } = state.context
  const questions = conditions.questionsAt(row.negRisk ?? 0, row.key)
  if (questions === null) return
  const isConverted = (i: number) => ((BigInt(row.indexSet ?? '0') >> BigInt(i)) & 1n) === 1n
  const no = questions.flatMap((question, i) => (isConverted(i) ? question.tokens.slice(1, 2) : []))
  const yes = questions.flatMap((question, i) => (isConverted(i) ? [] : question.tokens.slice(0, 1)))
  const k = no.length
  const amount = row.amount ?? 0
  const feeBips = conditions.feeBipsOf(row)
  together(state, row, [...no, ...yes], {
    apply(positions, officials) {
      applyConvert(positions.slice(0, k), positions.slice(k), amount, feeBips)
      officialConvert(officials.slice(0, k), officials.slice(k), amount)
    },
    // No dollars are paid back of slippage.
    slip: (positions) => applyConvert(positions.slice(0, k), positions.slice(k), amount, feeBips, false),
  })
}

function transfer<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  row: Movement,
): void {
  const token = row.token ?? 0
  if (row.owner === row.other) return
  if (![row.owner, row.other].some((trader) => trader !== null && isFolded(state, token, trader))) return
  const side = (trader: number | null) =>
    trader === null || state.context.isInfrastructure(trader) ? null : open(state, token, trader, row)
  const from = side(row.owner)
  const to = side(row.other)
  const opened = [from, to].filter((entry) => entry !== null)
  const amount = row.amount ?? 0
  applyTo(state, row, opened, {
    apply: () => applyTransfer(from?.position ?? null, to?.position ?? null, amount),
    slip: (positions) =>
      applyTransfer(from && defined(positions[0]), to && defined(positions[opened.length - 1]), amount),
  })
}

/** One owner's positions in some tokens, for events that move them together. */
function together<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  row: Movement,
  tokens: readonly number[],
  effect: Effect,
): void {
  const { owner } = row
  if (owner === null || state.context.isInfrastructure(owner) || tokens.length === 0) return
  if (!tokens.some((token) => isFolded(state, token, owner))) return
  const opened = tokens.map((token) => open(state, token, owner, row))
  applyTo(state, row, opened, effect)
}

function applyTo<Fill extends FoldFill, Movement extends MovementRow>(
  state: FoldState<Fill, Movement>,
  row: Movement,
  opened: readonly Entry[],
  { apply, slip }: Effect,
): void {
  const before = opened.map(({ position, official }) => ({
    position: { ...position },
    official: { ...official },
  }))
  const slipped = slip && state.context.days ? opened.map(slippageOf) : null
  apply(
    opened.map(({ position }) => position),
    opened.map(({ official }) => official),
  )
  if (slipped) slip?.(slipped)
  opened.forEach((entry, i) => {
    const { position, official } = defined(before[i])
    const effect = differs(position, entry.position) || officialDiffers(official, entry.official)
    if (entry.behaviour) moveBehaviour(entry.behaviour, position, entry.position, row.time, slipped?.[i])
    touch(entry, row, effect)
    state.context.onEvent?.(entry, row, position)
  })
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

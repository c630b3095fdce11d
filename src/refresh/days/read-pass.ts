import { DAY_SECONDS, dayOf } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { type Conditions, createConditions, isResolutionOf } from '../../store/ingest/conditions.ts'
import { type HeldState, heldBefore } from '../../store/ingest/held-state.ts'
import { tokensOf } from '../../store/ingest/scope.ts'
import type { MovementRow } from '../../store/ledger/movement-row.ts'
import { createFillColumns, type FillColumns } from './fill-columns.ts'
import { scanFills } from './scan-fills.ts'
import { scanMovements } from './scan-movements.ts'
import { NEVER, type TraderStarts } from './trader-starts.ts'

/** A token of a trader whose rows are made again from some day on, as held before it. */
export interface HeldToken {
  trader: number
  token: number
  state: HeldState
}

/** The events of some groups of traders, and what these held before. */
export interface Pass {
  fills: FillColumns
  /** By group: its movements but resolutions. */
  movements: Map<number, MovementRow[]>
  /** By condition: the resolution that it keeps. */
  resolutions: Map<number, MovementRow>
  conditions: Conditions
  /** By group. */
  held: Map<number, HeldToken[]>
}

/** What of the ledger a pass reads. */
export interface PassOptions {
  starts: TraderStarts
  /** True for the groups of this pass. */
  isIn(group: number): boolean
  /** The condition of each token; 0 while unknown. */
  conditionOf: ArrayLike<number>
}

/** Reads a pass: fills as columns, by one scan. */
export async function readPass(tx: Sql, { starts, isIn, conditionOf }: PassOptions): Promise<Pass> {
  const { startOf, groupOf, firstDay } = starts
  const isRead = (trader: number, time: number) =>
    (startOf[trader] ?? NEVER) <= dayOf(time) && isIn(groupOf[trader] ?? 0)
  const fills = createFillColumns()
  await scanFills(tx, firstDay * DAY_SECONDS, (fill) => {
    if (isRead(fill.owner, fill.time)) fills.add(fill)
  })
  const movements = new Map<number, MovementRow[]>()
  const resolves: MovementRow[] = []
  await scanMovements(
    tx,
    firstDay * DAY_SECONDS,
    ['SPLIT', 'MERGE', 'CONVERT', 'RESOLVE', 'REDEEM', 'TRANSFER'],
    (row) => {
      if (row.kind === 'RESOLVE') resolves.push(row)
      const groups = [row.owner, row.other].flatMap((trader) =>
        trader !== null && isRead(trader, row.time) ? (groupOf[trader] ?? []) : [],
      )
      for (const group of new Set(groups)) push(movements, group, row)
    },
  )
  const conditions = await loadConditions(tx, movements, resolves)
  const resolutions = new Map(
    resolves.flatMap((row) =>
      row.condition !== null && isResolutionOf(conditions.get(row.condition), row)
        ? [[row.condition, row]]
        : [],
    ),
  )
  const held = await readHeld(tx, starts, isIn, conditionOf, {
    fills,
    movements,
    resolutions,
    conditions,
  })
  return { fills, movements, resolutions, conditions, held }
}

function push<T>(lists: Map<number, T[]>, key: number, value: T): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

async function loadConditions(
  tx: Sql,
  movements: ReadonlyMap<number, readonly MovementRow[]>,
  resolves: readonly MovementRow[],
): Promise<Conditions> {
  const ids = new Set<number>()
  const markets = new Set<number>()
  for (const { condition, negRisk } of [...resolves, ...[...movements.values()].flat()]) {
    if (condition !== null) ids.add(condition)
    if (negRisk !== null) markets.add(negRisk)
  }
  const conditions = createConditions()
  await conditions.load(tx, ids)
  await conditions.loadNegRisk(tx, markets)
  return conditions
}

/** What traders held at the close before their start, of each token that an event since names or settles. */
async function readHeld(
  tx: Sql,
  { startOf, groupOf, lots }: TraderStarts,
  isIn: (group: number) => boolean,
  conditionOf: ArrayLike<number>,
  { fills, movements, resolutions, conditions }: Omit<Pass, 'held'>,
): Promise<Map<number, HeldToken[]>> {
  const tokens = new Map<number, Set<number>>()
  const need = (trader: number, token: number) => {
    const start = startOf[trader] ?? NEVER
    if (start === 0 || start === NEVER) return
    const known = tokens.get(trader)
    if (known) known.add(token)
    else tokens.set(trader, new Set([token]))
  }
  for (let i = 0; i < fills.count; i++) need(fills.ownerOf(i), fills.tokenOf(i))
  for (const row of [...movements.values()].flat())
    for (const trader of [row.owner, row.other])
      if (trader !== null) for (const token of tokensOf(row, conditions)) need(trader, token)
  for (const [trader, byToken] of lots)
    if (isIn(groupOf[trader] ?? 0))
      for (const token of byToken.keys()) if (resolutions.has(conditionOf[token] ?? 0)) need(trader, token)
  const pairs = [...tokens].flatMap(([trader, list]) =>
    [...list].map((token) => ({ trader, token, before: startOf[trader] ?? NEVER })),
  )
  const states = await heldBefore(tx, pairs)
  const held = new Map<number, HeldToken[]>()
  pairs.forEach((pair, i) => {
    const state = states[i]
    if (state) push(held, groupOf[pair.trader] ?? 0, { ...pair, state })
  })
  return held
}

import { meets, showsPeople } from '../../access/tier.ts'
import { PequodError, wrongArgument } from '../../errors.ts'
import { addressOf, type Day } from '../../ledger/quantities.ts'
import { leaderboardById, MAX_ROWS } from '../../metrics/leaderboards.ts'
import { SCREEN_COLUMNS, type ScreenColumn, screenColumn } from '../../metrics/screen-columns.ts'
import type { Condition, OrderTerm } from '../../numbers/screen/evaluate.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { firstTraders, type GivenDays } from '../kit/board-access.ts'
import type { RequestContext } from '../kit/context.ts'
import { positionsInMarkets } from '../kit/market-positions.ts'
import { eventOf } from '../kit/node-id.ts'
import { leastMicro, mostMicro } from '../kit/number-fields.ts'
import { argumentRefusal } from '../kit/tier-gate.ts'
import { BOARD_TOP, type GivenBoard, type Range } from '../kit/where-inputs.ts'
import { tokensNamed } from '../traders/market-links.ts'
import { GATED, type GivenHolds, type GivenOrder, type GivenWhere, SCREEN_LIMITS } from './trader-where.ts'

/** A question's conditions, with the traders that it names. */
export interface ReadWhere {
  condition: Condition
  /** The traders of `among` at the top, in their order; null without. */
  given: number[] | null
  /** Addresses and names of `among` without a known trader. */
  notFound: string[]
}

/**
 * Reads conditions in the units of columns, and finds the traders that they name.
 * @throws PequodError BAD_USER_INPUT beyond {@link SCREEN_LIMITS}, UNAUTHENTICATED for a gated metric or board without sign-in
 */
export async function readWhere(
  where: GivenWhere | null,
  snapshot: Snapshot,
  context: RequestContext,
): Promise<ReadWhere> {
  const known: Known = { conditions: 0, holds: 0, given: null, notFound: [] }
  const condition = where === null ? EVERYBODY : await conditionOf(where, 0, { snapshot, context, known })
  return { condition, given: known.given, notFound: known.notFound }
}

const EVERYBODY: Condition = { kind: 'ALL', of: [] }

interface Known {
  conditions: number
  holds: number
  given: number[] | null
  notFound: string[]
}

interface Reading {
  snapshot: Snapshot
  context: RequestContext
  known: Known
}

async function conditionOf(where: GivenWhere, depth: number, reading: Reading): Promise<Condition> {
  if (depth > SCREEN_LIMITS.depth) throw wrong(`must not be more than ${SCREEN_LIMITS.depth} levels deep`)
  const of: Condition[] = []
  const add = (condition: Condition) => {
    of.push(condition)
    if (++reading.known.conditions > SCREEN_LIMITS.conditions)
      throw wrong(`must not have more than ${SCREEN_LIMITS.conditions} conditions`)
  }
  for (const column of SCREEN_COLUMNS)
    for (const one of columnConditions(column, where[column.id])) {
      if (column.isGated) refuseGated('where', reading.context)
      add(one)
    }
  const { query, among, board, holds, all, any, not } = where
  if (query) add(await matching(query, reading))
  if (among) add(await listed(among, depth, reading))
  if (board) add(await members(board, reading))
  if (holds) add(await holdersOf(holds, reading))
  for (const one of all ?? []) of.push(await conditionOf(one, depth + 1, reading))
  if (any) {
    const some: Condition[] = []
    for (const one of any) some.push(await conditionOf(one, depth + 1, reading))
    of.push({ kind: 'ANY', of: some })
  }
  if (not) of.push({ kind: 'NOT', of: await conditionOf(not, depth + 1, reading) })
  return { kind: 'ALL', of }
}

function columnConditions({ id, kind, isMicro, labels }: ScreenColumn, given: unknown): Condition[] {
  if (given === null || given === undefined) return []
  if (kind === 'FLAG') return [{ kind: 'ONE_OF', column: id, values: new Set([Number(given)]) }]
  if (kind === 'LABEL') {
    const values = new Set((given as readonly string[]).map((label) => labels.indexOf(label)))
    return [{ kind: 'ONE_OF', column: id, values }]
  }
  const { from, to } = given as GivenDays
  const { min, max, known } =
    kind === 'DAY'
      ? ({ min: from, max: to, known: null } as { min?: Day | null; max?: Day | null; known: null })
      : (given as Range)
  const conditions: Condition[] = []
  if (typeof min === 'number' || typeof max === 'number')
    conditions.push({
      kind: 'RANGE',
      column: id,
      min: typeof min === 'number' ? (isMicro ? leastMicro(min) : min) : Number.NEGATIVE_INFINITY,
      max: typeof max === 'number' ? (isMicro ? mostMicro(max) : max) : Number.POSITIVE_INFINITY,
    })
  if (typeof known === 'boolean') conditions.push({ kind: 'KNOWN', column: id, isKnown: known })
  return conditions
}

async function matching(query: string, { snapshot, context }: Reading): Promise<Condition> {
  const { traders } = await context.reader.search(snapshot, query, MAX_ROWS, null)
  return { kind: 'AMONG', traders: new Set(traders.flatMap((row) => (row === null ? [] : [row.id]))) }
}

async function listed(
  among: readonly string[],
  depth: number,
  { snapshot, context: { reader, loaders }, known }: Reading,
): Promise<Condition> {
  const addresses = among.flatMap((text) => addressOf(text) ?? [])
  const names = among.filter((text) => addressOf(text) === null)
  const byAddress = await reader.tradersByAddress(addresses)
  const byName = names.length === 0 ? new Map() : await reader.tradersByName(names)
  const { profiles } = loaders(snapshot)
  const found = await Promise.all(
    among.map(async (text) => {
      const address = addressOf(text)
      const row = address === null ? byName.get(text) : byAddress.get(address)
      // The ledger may know traders that the snapshot does not count yet.
      return row === undefined ? null : profiles.load(row.id)
    }),
  )
  known.notFound.push(...among.filter((_text, i) => found[i] === null))
  const ids = [...new Set(found.flatMap((profile) => (profile === null ? [] : [profile.row.id])))]
  if (depth === 0) known.given = ids
  return { kind: 'AMONG', traders: new Set(ids) }
}

async function members({ id, top }: GivenBoard, { snapshot, context }: Reading): Promise<Condition> {
  const board = leaderboardById(id)
  if (board === undefined) throw wrong('names a leaderboard that does not exist: `leaderboards` lists them')
  if (!showsPeople(board.tab, context.caller.tier)) refuseGated('where', context)
  return { kind: 'AMONG', traders: new Set(await firstTraders(id, top ?? BOARD_TOP, snapshot, context)) }
}

/** The traders who hold shares, by the books that lists of holders read. */
async function holdersOf(
  { market, event, outcome, value }: GivenHolds,
  { snapshot, context, known }: Reading,
): Promise<Condition> {
  if (++known.holds > SCREEN_LIMITS.holds)
    throw wrong(`must not have more than ${SCREEN_LIMITS.holds} conditions on shares held`)
  const scope = {
    ...(market && { markets: [String(market).toLowerCase()] }),
    ...(event && { events: [eventOf(String(event))] }),
  }
  const tokens = await tokensNamed(scope, context).catch((error: unknown) => {
    if (!(error instanceof PequodError) || error.code !== 'NOT_FOUND') throw error
    throw wrong('names a market in holds that the ledger does not know')
  })
  if (tokens === null) throw wrong('must name a market or an event in holds')
  const names = await context.reader.trades.tokens([...tokens])
  const isAsked = (token: number) => typeof outcome !== 'number' || names.get(token)?.outcome === outcome
  const { min, max, known: isKnown } = value ?? {}
  const [least, most] = [
    typeof min === 'number' ? leastMicro(min) : Number.NEGATIVE_INFINITY,
    typeof max === 'number' ? mostMicro(max) : Number.POSITIVE_INFINITY,
  ]
  const held = await positionsInMarkets([...tokens].filter(isAsked), snapshot, context)
  const traders = held.flatMap((one) =>
    one.shares > 0 && one.value >= least && one.value <= most && isKnown !== false ? [one.trader] : [],
  )
  return { kind: 'AMONG', traders: new Set(traders) }
}

/**
 * Reads orders.
 * @throws PequodError BAD_USER_INPUT for more than {@link SCREEN_LIMITS}, weights on some alone, and changes without another day;
 * UNAUTHENTICATED for a gated metric without sign-in
 */
export function readOrder(
  orderBy: readonly GivenOrder[],
  hasOther: boolean,
  context: RequestContext,
): OrderTerm[] {
  const refuse = (message: string) => wrongArgument('orderBy', message)
  if (orderBy.length > SCREEN_LIMITS.orders)
    throw refuse(`must not have more than ${SCREEN_LIMITS.orders} orders`)
  const weighted = orderBy.filter(({ weight }) => typeof weight === 'number').length
  if (weighted !== 0 && weighted !== orderBy.length)
    throw refuse('must have a weight on every order or on none')
  return orderBy.map(({ by, direction, weight, change }) => {
    const { id, isGated, direction: better } = screenColumn(by)
    if (isGated) refuseGated('orderBy', context)
    if (change && !hasOther) throw refuse('must come with compareTo where it sorts by a change')
    const usual = better === 'LOWER_IS_BETTER' ? 'ASC' : 'DESC'
    return {
      column: id,
      isAscending: (direction ?? usual) === 'ASC',
      weight: weight ?? null,
      isChange: change ?? false,
    }
  })
}

/** @throws PequodError UNAUTHENTICATED for a caller who may not compare or see a gated metric */
export function refuseGated(name: string, { caller: { tier } }: RequestContext): void {
  if (!meets(tier, 'FREE')) throw argumentRefusal(name, GATED, tier)
}

function wrong(message: string): PequodError {
  return wrongArgument('where', message)
}

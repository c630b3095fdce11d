import { showsPeople } from '../../access/shown-people.ts'
import { meets } from '../../access/tier.ts'
import { type PequodError, wrongArgument } from '../../errors.ts'
import { addressOf } from '../../ledger/address.ts'
import type { Day } from '../../ledger/quantities.ts'
import { leaderboardById, MAX_ROWS } from '../../metrics/leaderboards.ts'
import { SCREEN_COLUMNS, type ScreenColumn, screenColumn } from '../../metrics/screen-columns.ts'
import type { Condition, OrderTerm } from '../../numbers/screen/evaluate.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { leastMicro, mostMicro } from '../kit/number-fields.ts'
import { TIER_DIRECTIVE } from '../kit/tier-directive.ts'
import { argumentRefusal } from '../kit/tier-gate.ts'
import { DayWindowInput, type GivenDays } from '../leaderboards/find-leaderboard.ts'
import { VerdictEnum } from '../traders/analytics/skill.ts'
import { StrategyNameEnum } from '../traders/analytics/strategy.ts'
import { CoverageEnum } from '../traders/identity-fields.ts'

/** The bounds of a question. */
export const SCREEN_LIMITS = {
  conditions: 40,
  /** Levels of `all`, `any` and `not`. */
  depth: 3,
  among: 200,
  orders: 5,
} as const

/** The enums of the columns that are labels. */
export const LABEL_ENUMS = { verdict: VerdictEnum, strategy: StrategyNameEnum, coverage: CoverageEnum }

/** A range of a number as a caller gives it. */
export interface Range {
  min?: number | null | undefined
  max?: number | null | undefined
  known?: boolean | null | undefined
}

/** The first traders of a leaderboard, as a caller names them. */
export interface GivenBoard {
  id: string
  top?: number | null | undefined
}

/** Conditions as a caller gives them, by the names of their columns; all of them must hold. */
export interface GivenWhere {
  [column: string]: unknown
  query?: string | null | undefined
  among?: readonly string[] | null | undefined
  board?: GivenBoard | null | undefined
  all?: readonly GivenWhere[] | null | undefined
  any?: readonly GivenWhere[] | null | undefined
  not?: GivenWhere | null | undefined
}

/** One order as a caller gives it. */
export interface GivenOrder {
  by: string
  direction?: 'ASC' | 'DESC' | null | undefined
  weight?: number | null | undefined
  change?: boolean | null | undefined
}

/** Beyond every number of ours. */
const BOUND = { minimum: -1e15, maximum: 1e15 }

export const NumberRangeInput = builder.inputRef<Range>('NumberRange').implement({
  description: 'A range of a number, both ends included. An unknown number is in no range.',
  fields: (t) => ({
    min: t.float({
      limits: BOUND,
      description: 'The least value, in the unit of the number, from {limits}. Default: no minimum.',
    }),
    max: t.float({ limits: BOUND, description: 'The largest value, from {limits}. Default: no maximum.' }),
    known: t.boolean({ description: 'Whether the number is known. Default: either.' }),
  }),
})

export const BoardWhereInput = builder.inputRef<GivenBoard>('BoardWhere').implement({
  description: "The first traders of a leaderboard at the question's cutoff.",
  fields: (t) => ({
    id: t.string({
      required: true,
      limits: { minLength: 1, maxLength: LIST_LIMITS.boardId },
      description: 'The leaderboard, such as `pnl-7d`; one whose `access` is SIGNED_IN requires sign-in.',
    }),
    top: t.int({
      limits: { minimum: 1, maximum: MAX_ROWS },
      description: 'How many of its first traders, from {limits}. Default: 100.',
    }),
  }),
})

/** The rule of numbers by which a gated leaderboard is ordered. */
const GATED = {
  requires: 'FREE',
  otherwise: 'ERROR',
  where: { says: 'it compares a metric of a leaderboard whose `access` is SIGNED_IN', holds: () => true },
} as const
const GATED_DIRECTIVE = {
  directives: [{ name: TIER_DIRECTIVE.name, args: { requires: 'FREE', otherwise: 'ERROR' } }],
}

export const TraderWhereInput = builder.inputRef<GivenWhere>('TraderWhere')
TraderWhereInput.implement({
  description: `Conditions on traders, which must all hold. A condition on an unknown number is false, so \`not\` includes it. At most ${SCREEN_LIMITS.conditions} conditions, \`all\`, \`any\` and \`not\` ${SCREEN_LIMITS.depth} levels deep.`,
  fields: (t) => ({
    ...Object.fromEntries(
      SCREEN_COLUMNS.map(({ id, kind, description, isGated }) => {
        const options = {
          description: isGated ? `${description} Requires sign-in.` : description,
          ...(isGated && GATED_DIRECTIVE),
        }
        if (kind === 'FLAG') return [id, t.boolean(options)]
        if (kind === 'DAY') return [id, t.field({ type: DayWindowInput, ...options })]
        if (kind === 'NUMBER') return [id, t.field({ type: NumberRangeInput, ...options })]
        return [id, t.field({ type: [labelEnum(id)], ...options })]
      }),
    ),
    query: t.string({
      limits: { maxLength: LIST_LIMITS.query },
      description: `Words of a name in any order, or the start of an address, {limits}; the best ${MAX_ROWS.toLocaleString('en')} matches.`,
    }),
    among: t.stringList({
      limits: { maxItems: SCREEN_LIMITS.among },
      description:
        'Addresses, or names that one trader has, {limits}. Without `orderBy` the rows have their order; `notFound` lists the others.',
    }),
    board: t.field({ type: BoardWhereInput, description: 'Members of a leaderboard.' }),
    all: t.field({ type: [TraderWhereInput], description: 'Conditions that all hold.' }),
    any: t.field({
      type: [TraderWhereInput],
      description: 'Alternatives: at least one of these conditions holds.',
    }),
    not: t.field({ type: TraderWhereInput, description: 'Conditions that do not all hold.' }),
  }),
})

function labelEnum(id: string) {
  const found = Object.entries(LABEL_ENUMS).find(([name]) => name === id)
  if (found === undefined) throw new Error(`The label ${id} has no enum`)
  return found[1]
}

/** The columns that order traders; a label by its place in the list of its labels. */
const SORTED = SCREEN_COLUMNS.filter(({ kind }) => kind !== 'FLAG')

const TraderSortEnum = builder.enumType('TraderSort', {
  description: 'Numbers that traders can be sorted by.',
  values: Object.fromEntries(
    SORTED.map(({ id, title, isGated }) => [
      id.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase(),
      {
        value: id as string,
        description: `Sorts by \`${id}\`: ${title}.${isGated ? ' Requires sign-in.' : ''}`,
        ...(isGated && GATED_DIRECTIVE),
      },
    ]),
  ),
})

const SortDirectionEnum = builder.enumType('SortDirection', {
  description: 'Directions of an order.',
  values: {
    ASC: { description: 'The lowest value first.' },
    DESC: { description: 'The highest value first.' },
  } as const,
})

export const TraderOrderInput = builder.inputRef<GivenOrder>('TraderOrder').implement({
  description:
    'One order of traders. Several apply one after another; with weights, by the weighted mean of percentiles among those who fit. An unknown number comes last; ties by volume, then by address.',
  fields: (t) => ({
    by: t.field({ type: TraderSortEnum, required: true, description: 'The number.' }),
    direction: t.field({
      type: SortDirectionEnum,
      description: 'The direction. Default: DESC, or ASC where lower values are better.',
    }),
    weight: t.float({
      limits: { minimum: 0.001, maximum: 1_000 },
      description: 'The weight, from {limits}, on every order or on none. Default: one order after another.',
    }),
    change: t.boolean({
      description: 'True to sort by the change between the days of `asOf` and `compareTo`. Default: false.',
    }),
  }),
})

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
  const known: Known = { conditions: 0, given: null, notFound: [] }
  const condition = where === null ? EVERYBODY : await conditionOf(where, 0, { snapshot, context, known })
  return { condition, given: known.given, notFound: known.notFound }
}

const EVERYBODY: Condition = { kind: 'ALL', of: [] }

interface Known {
  conditions: number
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
  const { query, among, board, all, any, not } = where
  if (query) add(await matching(query, reading))
  if (among) add(await listed(among, depth, reading))
  if (board) add(await members(board, reading))
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
  const order = await context.reader.order(snapshot, id, {}, context.caller.limiterKey)
  return { kind: 'AMONG', traders: new Set(order?.traders.subarray(0, top ?? 100)) }
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

function refuseGated(name: string, { caller: { tier } }: RequestContext): void {
  if (!meets(tier, 'FREE')) throw argumentRefusal(name, GATED, tier)
}

function wrong(message: string): PequodError {
  return wrongArgument('where', message)
}

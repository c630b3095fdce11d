import {
  type GraphQLArgument,
  type GraphQLField,
  type GraphQLInputField,
  getNamedType,
  isInputObjectType,
} from 'graphql'
import { COST_WINDOW_SECONDS, type Verdict } from '../../../access/limits/rate-limit.ts'
import { meets, type Tier } from '../../../access/tier.ts'
import { isObject } from '../../../checks.ts'
import { PequodError } from '../../../errors.ts'
import { countText } from '../../../formats.ts'
import { PERIODS } from '../../../metrics/leaderboards.ts'

/** Values in an answer: 100 whole profiles, each with its all-time series and its analytics, count some 353,000. */
const BUDGET = 360_000
/** Pro accounts may request ten times the rows. */
const PRO_BUDGET = 3_600_000
/** Characters that weigh as much as one value: a number with its name. */
const CHARACTERS_A_VALUE = 25
/** The cost of filtering rows by their numbers, in values: it reads every trader of a board. */
export const LOOK_AT_ALL = 2_000
/** The cost of a board of a window or a category, which sums all traders' days. */
export const SLICE = 20_000
/** The cost of reading what up to 100 traders of a list hold: some 20 ms of a processor. */
export const LISTED_HOLDINGS = 10_000
/** The cost of computing the boards as of a day that is not cached. */
export const UNCOMPUTED_DAY = 260_000
/**
 * The cost of every operation besides its values: a new text is parsed, checked and priced, and some 20
 * statements find its traders, or a page of many. `bench/read/cost.ts` measures both: some 0.8 ms, at a median of 2 µs a unit.
 */
export const OPERATION = 400
/** The cost of reading a trader with its numbers, beside its fields. */
export const TRADER_ROW = 25
/**
 * The cost of reading an object of a type anywhere; objects of other types cost only their fields. A page counts once
 * per row even if nothing of its rows is selected, since their traders are read anyway.
 */
export const TYPE_COSTS: Readonly<Record<string, number>> = {
  Trader: TRADER_ROW,
  TraderConnection: TRADER_ROW,
  LeaderboardEntryConnection: TRADER_ROW,
}
/** The cost of finding a page's rows among those of a trader or a market, beside the rows. */
export const PAGE_READ = 40
/** The cost of adding up the radar's alerts. */
export const ALL_ALERTS = 1_000
/** The cost of computing a trader's numbers from the ledger, beside its fields. */
export const PROFILE = 60
/** The cost of finding a trader's ranks on all boards. */
export const EVERY_BOARD = 300
/** The cost of reading all positions or fills of a market. */
export const WHOLE_MARKET = 2_048
/** The cost of adding up the fills of a market in a few days, as those of a page are together. */
export const MARKET_FILLS = 200
/** The cost of finding the steps of a number: reading a position's days, or replaying one of them. */
export const NUMBER_STEPS = 2_000
/** The cost of replaying the whole record of wallets, lot by lot: some 0.4 s for the busiest wallets. */
export const LOTS_REPLAYED = 60_000
/** The cost of folding a trader's day again, for each fill of a page. */
export const REPLAYED_DAY = 20
const MAX_INT = 2 ** 31 - 1
/** Points that an all-time series is taken to have. */
export const ALL_TIME_POINTS = 365

/**
 * Returns the number of values that a query of a tier may request, each list counted at its maximum length.
 */
export function costBudget(tier: Tier): number {
  return meets(tier, 'PRO') ? PRO_BUDGET : BUDGET
}

/**
 * Returns the cost that a caller's GraphQL operations may have in a minute: a fifth of the largest query in
 * each of its requests. A caller who requests only what REST returns (of markets: pages of the default
 * length) meets the limit of requests first.
 * @param limit requests a second
 */
export function minuteBudget({ tier, limit }: { tier: Tier; limit: number }): number {
  return Math.min((limit * COST_WINDOW_SECONDS * costBudget(tier)) / 5, MAX_INT)
}

/**
 * Returns the refusal of an operation, or of computing a day for it, after the caller has spent its budget of
 * the minute.
 */
export function overspent(
  { limit, retryAfterSeconds: retryAfter }: Verdict,
  what: 'OPERATION' | 'DAY' = 'OPERATION',
): PequodError {
  const [budget, day] = [limit, UNCOMPUTED_DAY].map((count) => countText(count))
  const remedy =
    what === 'DAY'
      ? `computing this day costs ${day} of it. Retry after ${retryAfter} s.`
      : `retry after ${retryAfter} s, or request less.`
  const message = `The query budget is ${budget} values per minute: ${remedy}`
  return new PequodError('RATE_LIMITED', message, { retryAfter })
}

/** The refusal of a query whose answer could hold more values than the caller's budget. */
export function tooCostly(cost: number, budget: number): PequodError {
  const [about, most] = [Math.ceil(cost), budget].map((count) => countText(count))
  return new PequodError(
    'QUERY_TOO_COSTLY',
    `The query could return about ${about} values, and the limit is ${most}: request fewer rows, fields or points.`,
  )
}

/**
 * Returns the cost of a board's window or category, beside its fields; a window that names no day costs
 * nothing.
 */
export function sliceCost({ window, category }: Slice): number {
  const days = Object.values(window ?? {}).filter((day) => day !== null && day !== undefined)
  return days.length > 0 || category ? SLICE : 0
}

interface Slice {
  window?: object | null | undefined
  category?: string | null | undefined
}

/** Returns the number of values that a text of at most this length weighs. */
export function textCost(characters: number): number {
  return Math.ceil(characters / CHARACTERS_A_VALUE)
}

/** The points that a series of a period is taken to have, and reading it. */
export function seriesCost(period: unknown): number {
  return PROFILE + (PERIODS.find(({ name }) => name === period)?.days ?? ALL_TIME_POINTS)
}

/** The number of rows of a field, which prices it and is printed as `@listSize`. */
export interface ListSize {
  /** Rows if no slicing argument is given; the maximum if other arguments decide. */
  readonly assumedSize: number
  /** Arguments that set the number of rows; a caller gives one of them. */
  readonly slicingArguments?: readonly string[]
  /** The fields that hold the rows, of a field that is no list. */
  readonly sizedFields?: readonly string[]
  /** The field's own cost. @default 1 */
  readonly own?: number
}

export const PAGE_ROWS = ['edges', 'nodes'] as const

type Args = Readonly<Record<string, unknown>>
type Context = { readonly caller: { readonly tier: Tier } }
type Field = Pick<GraphQLField<unknown, unknown>, 'args'>

/** A field's own cost, and how often its selection counts. */
export type Price<Given extends object = object> = (
  args: Given,
  context: Context,
  field: Field,
) => { field: number; multiplier: number }

/** The price of a field whose arguments have weights. */
export function weighted(): Price {
  return priced(() => 1)
}

/**
 * The price of a field whose rows one of its arguments says.
 * @param most the rows that a tier can get
 */
export function sliced(
  listSize: ListSize & { slicingArguments: readonly string[] },
  most: (tier: Tier) => number,
): Price {
  const { own = 1 } = listSize
  const price = priced((args, { caller }) => {
    const given = listSize.slicingArguments.map((name) => args[name])
    const asked = given.find((value) => typeof value === 'number') ?? listSize.assumedSize
    return Math.min(Math.max(asked, 1), most(caller.tier))
  }, own)
  return sized(listSize, price)
}

/**
 * Returns the price of a field whose number of rows depends on other arguments.
 * @param own the field's own cost
 */
export function priced(rows: (args: Args, context: Context) => number, own = 1): Price {
  return (args, context, { args: known }) => {
    const given: Args = { ...args }
    const weights = known.map((argument) => weightGiven(argument, given[argument.name]))
    return { field: own + Math.max(0, ...weights), multiplier: rows(given, context) }
  }
}

const SIZES = new WeakMap<object, ListSize>()

/** Returns the price, with its `@listSize` attached. */
export function sized<Known extends (...args: never[]) => unknown>(listSize: ListSize, price: Known): Known {
  SIZES.set(price, listSize)
  return price
}

/** Returns the `@listSize` attached by {@link sized}, null if none was. */
export function listSizeOf(price: unknown): ListSize | null {
  return typeof price === 'function' ? (SIZES.get(price) ?? null) : null
}

/** The key of an argument's weight in its extensions. */
export const WEIGHT = 'weight'

/** The weight of an argument that is given, or of a field in it. */
function weightGiven(argument: GraphQLArgument | GraphQLInputField, value: unknown): number {
  if (!isGiven(value)) return 0
  const type = getNamedType(argument.type)
  const given = isObject(value) ? value : {}
  const fields = isInputObjectType(type) ? Object.values(type.getFields()) : []
  const inner = fields.map((field) => (isGiven(given[field.name]) ? weightOf(field) : 0))
  return Math.max(weightOf(argument), ...inner)
}

function weightOf({ extensions }: { readonly extensions: object }): number {
  const weight: unknown = Reflect.get(extensions, WEIGHT)
  return typeof weight === 'number' ? weight : 0
}

/** An object with no member given counts as omitted. */
function isGiven(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return Boolean(value)
  return Object.values(value).some(isGiven)
}

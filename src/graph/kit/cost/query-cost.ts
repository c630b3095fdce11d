import { COST_WINDOW_SECONDS, type Verdict } from '../../../access/limits/rate-limit.ts'
import { meets, type Tier } from '../../../access/tier.ts'
import { PequodError } from '../../../errors.ts'
import { PERIODS } from '../../../metrics/periods.ts'

/** Values in an answer: 100 whole profiles, each with its all-time series and its analytics, count some 343,000. */
const BUDGET = 350_000
/** The same for Pro, who may ask for ten times the rows. */
const PRO_BUDGET = 3_500_000
/** Characters that weigh as much as a value: a number of an answer with its name. */
const CHARACTERS_A_VALUE = 25
/** What leaving out rows by their numbers costs: a look at those of every trader of a board takes as long as so many values. */
export const LOOK_AT_ALL = 2_000
/** A board of a window or a category is worked out from what all traders did on its days. */
export const SLICE = 20_000
/** What computing the boards as of a day costs that nobody asked for since it, or a day before it, changed. */
export const UNCOMPUTED_DAY = 260_000
/**
 * What every operation costs besides its values: an unseen text is parsed, checked and priced, and whoever it asks for is found by some
 * 20 statements, which a page of many shares. `bench/read/cost.ts` measures both.
 */
export const OPERATION = 100
/** What reading a trader and its numbers costs, besides what is returned of it. */
export const TRADER_ROW = 25
/** What reading an object of a type costs, wherever it is returned; other types cost their fields. */
export const TYPE_COSTS: Readonly<Record<string, number>> = {
  Trader: TRADER_ROW,
  LeaderboardEntry: TRADER_ROW,
}
/** What finding the rows of a page among a trader's or a market's costs, besides the rows. */
export const PAGE_READ = 40
/** What adding up the radar's alerts costs. */
export const ALL_ALERTS = 300
/** What computing a trader's numbers from the ledger costs, beside what is returned of them. */
export const PROFILE = 60
/** What finding a trader's places on every board costs. */
export const EVERY_BOARD = 300
/** What reading everybody's positions or fills in a market costs. */
export const WHOLE_MARKET = 2_048
/** What folding a trader's day again costs, for each fill of a page. */
export const REPLAYED_DAY = 20
/** The largest Int of GraphQL. */
const MAX_INT = 2 ** 31 - 1
/** Points that an all-time series is taken to have. */
export const ALL_TIME_POINTS = 365

/** How many values a query of a tier may ask for, each list counted with as many rows as it can have. */
export function costBudget(tier: Tier): number {
  return meets(tier, 'PRO') ? PRO_BUDGET : BUDGET
}

/**
 * The cost that a caller's GraphQL operations may have in a minute: a fifth of what it could ask for by the largest query in
 * each of its requests. Whoever asks what REST asks (of markets: pages of the default length), as often as the limit of
 * requests allows, never meets it.
 * @param limit requests a second
 */
export function minuteBudget({ tier, limit }: { tier: Tier; limit: number }): number {
  return Math.min((limit * COST_WINDOW_SECONDS * costBudget(tier)) / 5, MAX_INT)
}

/** The refusal of an operation, or of computing a day for it, whose caller has spent its budget of the minute. */
export function overspent(
  { limit, retryAfterSeconds: retryAfter }: Verdict,
  what: 'OPERATION' | 'DAY' = 'OPERATION',
): PequodError {
  const [budget, day] = [limit, UNCOMPUTED_DAY].map((count) => count.toLocaleString('en'))
  const remedy =
    what === 'DAY'
      ? `computing this day costs ${day} of it. Retry after ${retryAfter} s.`
      : `retry after ${retryAfter} s, or request less.`
  const message = `The query budget is ${budget} values per minute: ${remedy}`
  return new PequodError('RATE_LIMITED', message, { retryAfter })
}

/** The refusal of a query whose answer could hold more values than the caller's budget. */
export function tooCostly(cost: number, budget: number): PequodError {
  const [about, most] = [Math.ceil(cost), budget].map((count) => count.toLocaleString('en'))
  return new PequodError(
    'QUERY_TOO_COSTLY',
    `The query could return about ${about} values, and the limit is ${most}: request fewer rows, fields or points.`,
  )
}

/** What a board of a window or a category costs, beside its fields; a window that names no day is none. */
export function sliceCost({ window, category }: Slice): number {
  const days = Object.values(window ?? {}).filter((day) => day !== null && day !== undefined)
  return days.length > 0 || category ? SLICE : 0
}

/** What makes a board one that no refresh publishes. */
interface Slice {
  window?: object | null | undefined
  category?: string | null | undefined
}

/** What a text of at most so many characters counts for: as many values as it can weigh. */
export function textCost(characters: number): number {
  return Math.ceil(characters / CHARACTERS_A_VALUE)
}

/** The points that a series of a period is taken to have, and reading it. */
export function seriesCost(period: unknown): number {
  return PROFILE + (PERIODS.find(({ name }) => name === period)?.days ?? ALL_TIME_POINTS)
}

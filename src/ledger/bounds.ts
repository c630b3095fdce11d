import { DAY_SECONDS, MAX_MICRO, MICRO, type Seconds } from './quantities.ts'

/** Maximum characters of texts from outside, for every reader; answers are priced by them too. */
export const TEXT_BOUNDS = {
  /** A trader's name, also on X; an outcome's name; a category. */
  name: 100,
  /** A market's question, and an event's title. */
  question: 500,
  /** A market's or an event's slug, a tag, and an event's id. */
  slug: 200,
  /** A trader's own description. */
  bio: 1_000,
  /** The address of a trader's picture. */
  picture: 2_000,
} as const

/** The conditional tokens contract allows no more outcomes, and a neg-risk market no more questions. */
export const MAX_OUTCOMES = 256
export const MAX_TAGS = 100

/** 2020-01-01, in seconds since 1970: the venue and its chain began in that year. */
export const EARLIEST_TIME: Seconds = 1_577_836_800

/** A market ends before this time, 2100-01-01; a later end counts as unknown. */
export const END_LIMIT: Seconds = 4_102_444_800

/**
 * The latest time that an event may have: a day from now, for clocks that differ.
 * @param nowMs milliseconds since 1970
 */
export function latestTime(nowMs: number = Date.now()): Seconds {
  return Math.floor(nowMs / 1_000) + DAY_SECONDS
}

/** The dollars of a fill, up to the largest that a fill can have. */
export const FILL_USD = { minimum: 0, maximum: Math.floor(MAX_MICRO / MICRO) } as const

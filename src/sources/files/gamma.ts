import { z } from 'zod'
import { isObject, parseJson } from '../../checks.ts'
import { EARLIEST_TIME, END_LIMIT, MAX_OUTCOMES, MAX_TAGS, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { MarketInfo } from '../../ledger/event.ts'
import { marketCategory } from '../../ledger/market-category.ts'
import type { ConditionId, Seconds, TokenId } from '../../ledger/quantities.ts'
import {
  boundedText,
  conditionField,
  hashField,
  type Refusal,
  Refused,
  shown,
  tokenField,
} from '../field-checks.ts'
import { refuseNearMiss } from '../near-miss.ts'
import { jsonRows } from './json-rows.ts'
import { openFile } from './open-file.ts'

/** Some markets of a Gamma file, in order; rows are the file's objects, from 1. */
export interface GammaBatch extends GammaMarkets {
  /** Bytes read so far in total. */
  bytes: number
}

/**
 * Reads a file of Gamma objects: a list of markets or events, or one of either. A market in an event takes the event's
 * tags. Throws a CommandError naming the path where the file cannot be read, holds something else, or is cut short.
 */
export async function* readGamma(path: string): AsyncGenerator<GammaBatch> {
  const { chunks } = await openFile(path)
  for await (const { rows, bytes } of jsonRows(chunks, path)) {
    const [first] = rows
    if (first?.row === 1) refuseNearMiss(first.value, 'gamma', path)
    const batch: GammaBatch = { markets: [], refusals: [], bytes }
    for (const { value, row } of rows) addGammaObject(batch, value, row)
    yield batch
  }
}

export interface GammaMarkets {
  /** The markets, with the number of their object (market or event). */
  markets: { market: MarketInfo; row: number }[]
  refusals: Refusal[]
}

/** Gamma writes lists as JSON inside a string. Either list of a market has an entry for each outcome. */
const stringList = z
  .union([z.array(z.string()), z.string().transform(listInString)])
  .refine((list) => list.length <= MAX_OUTCOMES, `at most ${MAX_OUTCOMES} entries are possible`)
  .nullish()
const plainText = z
  .string()
  .nullish()
  .transform((text) => text?.replaceAll('\0', '').trim() || null)
const textUpTo = (limit: number) => plainText.transform(boundedBy(limit))
const slug = textUpTo(TEXT_BOUNDS.slug)
const title = textUpTo(TEXT_BOUNDS.question)
const tags = z.array(z.object({ slug })).max(MAX_TAGS, `at most ${MAX_TAGS} tags are possible`).nullish()

const gammaEvent = z.object({
  id: z.union([z.string(), z.number()]).transform(String).transform(boundedBy(TEXT_BOUNDS.slug)),
  slug,
  title,
  tags,
})

const gammaMarket = z.object({
  conditionId: plainText,
  question: title,
  slug,
  outcomes: stringList,
  clobTokenIds: stringList,
  questionID: plainText,
  negRiskMarketID: plainText,
  createdAt: plainText,
  endDate: plainText,
  tags,
  events: z.array(gammaEvent).nullish(),
})

type GammaMarket = z.infer<typeof gammaMarket>
type GammaEvent = z.infer<typeof gammaEvent>

/**
 * Adds one Gamma object: a market, or an event with its markets, which take the event's tags. An object that
 * cannot be used, or a Refused in its place, becomes a refusal under `row`, and so does each such market of an event.
 */
export function addGammaObject(batch: GammaMarkets, value: unknown, row: number): void {
  attempt(batch, row, '', () => {
    if (value instanceof Refused) throw value
    if (!isObject(value)) throw new Refused(`the row is ${shown(value)}: an object is needed`)
    if (!Array.isArray(value.markets)) return addMarket(batch, value, null, row)
    const event = parsed(gammaEvent, value)
    for (const [i, market] of value.markets.entries())
      attempt(batch, row, `markets[${i}]: `, () => addMarket(batch, market, event, row))
  })
}

/** Runs one step; what it refuses is noted, and the rest goes on. */
function attempt(batch: GammaMarkets, line: number, where: string, step: () => void): void {
  try {
    step()
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    batch.refusals.push({ line, reason: where + error.message })
  }
}

function addMarket(batch: GammaMarkets, value: unknown, event: GammaEvent | null, row: number): void {
  const market = parsed(gammaMarket, value)
  batch.markets.push({ market: marketOf(market, event ?? market.events?.[0] ?? null), row })
}

function parsed<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw new Refused(`${issue?.path.join('.') || 'the row'} is not in Gamma's format: ${issue?.message ?? ''}`)
}

function marketOf(market: GammaMarket, event: GammaEvent | null): MarketInfo {
  const slugs = slugsOf(market.tags?.length ? market.tags : event?.tags)
  const outcomes = market.outcomes ?? []
  const [createdAt, endsAt] = [timeOf(market.createdAt), timeOf(market.endDate)]
  return {
    kind: 'MARKET',
    condition: conditionOf(market),
    tokens: tokensOf(market, outcomes),
    outcomes: outcomes.map((name, i) => boundedText(`outcomes[${i}]`, name, TEXT_BOUNDS.name)),
    question: market.question,
    slug: market.slug,
    category: marketCategory(slugs),
    tags: slugs,
    event: event && { id: event.id, title: event.title, slug: event.slug },
    negRisk: negRiskOf(market),
    ...(createdAt !== null && { createdAt }),
    ...(endsAt !== null && { endsAt }),
  }
}

/** A market's time; null if invalid or out of range, since a market without it is still useful. */
function timeOf(text: string | null): Seconds | null {
  const time = Math.floor(Date.parse(text ?? '') / 1_000)
  return time >= EARLIEST_TIME && time < END_LIMIT ? time : null
}

function slugsOf(list: GammaEvent['tags']): string[] {
  return (list ?? []).flatMap(({ slug }) => (slug === null ? [] : [slug]))
}

function conditionOf({ conditionId }: GammaMarket): ConditionId {
  return conditionField('conditionId', conditionId?.toLowerCase())
}

/**
 * The outcome tokens. Only two-outcome markets list them by outcome: of the old ones with more outcomes, Gamma names
 * tokens of combined outcomes from the third on (reference A6), so theirs stay unknown.
 */
function tokensOf({ clobTokenIds }: GammaMarket, outcomes: readonly string[]): TokenId[] {
  const tokens = (clobTokenIds ?? []).map((token, i) => tokenField(`clobTokenIds[${i}]`, token))
  if (tokens.length === 0 || outcomes.length > 2) return []
  if (tokens.length === 2 && outcomes.length === 2 && tokens[0] !== tokens[1]) return tokens
  throw new Refused(
    `clobTokenIds has ${tokens.length} entries and outcomes ${outcomes.length}: a different token for each is needed`,
  )
}

/** A neg-risk question's id is its market's, with the question's number in the last byte. */
function negRiskOf({ negRiskMarketID, questionID }: GammaMarket): MarketInfo['negRisk'] {
  if (negRiskMarketID === null || questionID === null) return null
  const market = hashField('negRiskMarketID', negRiskMarketID.toLowerCase())
  const question = hashField('questionID', questionID.toLowerCase())
  if (question.slice(0, -2) !== market.slice(0, -2))
    throw new Refused('questionID does not belong to negRiskMarketID: the two share their first 31 bytes')
  return { market, index: Number.parseInt(question.slice(-2), 16), questions: null }
}

/** Passes a text on, or notes that it has more than `limit` characters. */
function boundedBy<T extends string | null>(limit: number) {
  return (text: T, context: z.RefinementCtx): T => {
    try {
      if (text !== null) boundedText('the text', text, limit)
    } catch (error) {
      if (!(error instanceof Refused)) throw error
      context.addIssue(error.message)
    }
    return text
  }
}

function listInString(text: string, context: z.RefinementCtx): string[] {
  if (text === '') return []
  const list = z.array(z.string()).safeParse(parseJson(text))
  if (list.success) return list.data
  context.addIssue('a list of texts, as JSON in a string, is needed')
  return z.NEVER
}

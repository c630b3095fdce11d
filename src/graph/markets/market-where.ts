import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { Condition } from '../../numbers/screen/evaluate.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { LOOK_AT_ALL } from '../kit/cost/query-cost.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { GIVEN_CONDITION, GIVEN_TAG, LIST_LIMITS } from '../kit/limits/known-limits.ts'
import { EVENT_ID, eventOf } from '../kit/node-id.ts'
import {
  ALL_OF,
  ANY_OF,
  CONDITIONS_SAY,
  conditionFields,
  type GivenConditions,
  NONE_OF,
  QUESTION_LIMITS,
  readConditions,
  sortInputs,
} from '../kit/question.ts'
import { isEmpty } from '../kit/question-path.ts'
import {
  MARKET_COLUMNS,
  type MARKET_STATUSES,
  type MarketColumnId,
  type MOVES,
  ORDER_COLUMNS,
} from './market-columns.ts'

/** Names in a list of a filter of markets at most. */
const MOST_NAMES = 200
const MOST_TAGS = 20

/** Conditions as a caller gives them. */
export interface GivenMarketWhere extends GivenConditions {
  query?: string | null | undefined
  among?: readonly (string | number)[] | null | undefined
  event?: readonly (string | number)[] | null | undefined
  tag?: readonly string[] | null | undefined
}

export const MarketStatusEnum = builder.enumType('MarketStatus', {
  description: 'Whether a market is open, past its end, or resolved, as far as that is known.',
  values: {
    OPEN: { description: 'Not resolved, and its scheduled end is to come.' },
    ENDED: { description: 'Past its scheduled end, payouts not final yet.' },
    RESOLVED: { description: 'Payouts are final.' },
    UNKNOWN: { description: 'Not resolved, and no scheduled end is known.' },
  } as const satisfies Record<(typeof MARKET_STATUSES)[number], object>,
})

/** Numbers of markets that are not in memory: conditions on them cost as much as reading some thousand rows. */
const READ_COLUMNS: ReadonlySet<string> = new Set(['openInterest', 'price', 'priceChange'])

export const MarketWhereInput = builder.inputRef<GivenMarketWhere>('MarketWhere')
MarketWhereInput.implement({
  description: `Conditions on markets, which must all hold. ${CONDITIONS_SAY}`,
  fields: (t) => ({
    ...conditionFields(t, MARKET_COLUMNS, { category: MarketCategoryEnum, status: MarketStatusEnum }),
    query: t.string({
      limits: { maxLength: LIST_LIMITS.query },
      description:
        "Words to find in the market's question or its event's title, all of them, in any order, {limits}; case and accents are ignored.",
    }),
    among: t.idList({
      limits: { maxItems: MOST_NAMES, items: GIVEN_CONDITION },
      description: 'Conditions of markets.',
    }),
    event: t.idList({
      limits: {
        maxItems: MOST_NAMES,
        items: { minLength: 1, maxLength: TEXT_BOUNDS.slug + EVENT_ID.length },
      },
      description: 'Ids of events.',
    }),
    tag: t.stringList({
      limits: { maxItems: MOST_TAGS, items: GIVEN_TAG },
      description: 'Tags: a market with one of them fits.',
    }),
    all: t.field({ type: [MarketWhereInput], description: ALL_OF }),
    any: t.field({ type: [MarketWhereInput], description: ANY_OF }),
    not: t.field({ type: MarketWhereInput, description: NONE_OF }),
  }),
})

const MarketOrderInput = sortInputs('Market', [...ORDER_COLUMNS, ...MARKET_COLUMNS], {
  says: {
    order:
      'One order of markets. Several apply one after another; with weights, by the weighted mean of percentiles among those who fit. An unknown number comes last; ties by volume, then the newest first.',
    by: 'Numbers that markets can be sorted by.',
    direction: 'The direction. Default: DESC, but ASC for the scheduled end.',
  },
})

/** The options of the argument that orders markets. */
export const MARKET_ORDER = {
  type: [MarketOrderInput] as [typeof MarketOrderInput],
  weight: LOOK_AT_ALL,
  description: `Up to ${QUESTION_LIMITS.orders} orders. A cursor is valid only in its own order. Default: by volume.`,
} as const

/** Whether a question reads more than what is in memory: texts of markets, or numbers of each. */
export function readsMarkets(
  where: GivenConditions | null | undefined,
  orderBy?: readonly { by: string }[] | null,
): boolean {
  return Boolean(orderBy?.some(({ by }) => READ_COLUMNS.has(by))) || (where ? isReading(where) : false)
}

function isReading({ all, any, not, ...own }: GivenConditions): boolean {
  const reads = (name: string) => name === 'query' || name === 'tag' || READ_COLUMNS.has(name)
  const isOne = Object.entries(own).some(([name, value]) => reads(name) && !isEmpty(value))
  return isOne || [...(all ?? []), ...(any ?? []), ...(not ? [not] : [])].some(isReading)
}

/** The columns of a table of markets: those that a caller can name, and those that only lists use. */
export type MarketTableColumn = MarketColumnId | keyof typeof MOVES | 'newest' | 'isTraded' | 'event'

/**
 * Reads conditions in the units of columns, and finds what they name.
 * @throws PequodError BAD_USER_INPUT beyond the limits of questions
 */
export async function readMarketWhere(
  where: GivenMarketWhere,
  { ledgerVersion }: Snapshot,
  context: RequestContext,
): Promise<{ condition: Condition<MarketTableColumn>; notFound: string[] }> {
  const { marketStore } = context.reader
  const notFound: string[] = []
  async function* own({
    query,
    among,
    event,
    tag,
  }: GivenMarketWhere): AsyncGenerator<Condition<MarketTableColumn>> {
    if (query) {
      const found = await marketStore.search(query)
      yield { kind: 'AMONG', ids: new Set(found.map(({ market }) => market)) }
    }
    if (among) {
      const conditions = among.map((one) => String(one).toLowerCase())
      const found = await marketStore.markets('condition', conditions, ledgerVersion)
      const known = new Set<string>(found.map(({ condition }) => condition))
      notFound.push(...conditions.filter((one) => !known.has(one)))
      yield { kind: 'AMONG', ids: new Set(found.map(({ id }) => id)) }
    }
    if (event) {
      const names = event.map((one) => eventOf(String(one)))
      const found = await marketStore.events('source_id', names, ledgerVersion)
      yield { kind: 'ONE_OF', column: 'event', values: new Set(found.map(({ id }) => id)) }
    }
    if (tag) yield { kind: 'AMONG', ids: new Set(await marketStore.tagged(tag)) }
  }
  // A condition after others reads only the rows that they left in.
  const inMemoryFirst = [...MARKET_COLUMNS].sort(
    (a, b) => Number(READ_COLUMNS.has(a.id)) - Number(READ_COLUMNS.has(b.id)),
  )
  const condition = await readConditions<MarketTableColumn>(where, {
    columns: inMemoryFirst,
    context,
    count: { conditions: 0 },
    own,
  })
  return { condition, notFound }
}

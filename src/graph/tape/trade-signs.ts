import { FILL_USD } from '../../ledger/bounds.ts'
import type { MarketCategory } from '../../ledger/market-category.ts'
import { MICRO } from '../../ledger/quantities.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { HINDSIGHT_DEFINITIONS, type TradeHindsight } from '../../tape/signs/hindsight.ts'
import { SIGN_DEFINITIONS, SIGNED_USD, TRADE_SIGNS, type TradeSign } from '../../tape/signs/sign.ts'
import type { SignRecord } from '../../tape/signs/sign-record.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { WHOLE_MARKET } from '../kit/cost/query-cost.ts'
import { AS_OF_ARGUMENT, CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum, valuesOf } from '../kit/enums.ts'
import { IntervalType } from '../kit/interval.ts'

const LEAST_USD = SIGNED_USD / MICRO

export const TradeSignEnum = builder.enumType('TradeSign', {
  description: 'A fact about a whole trade and the events before it. It gives no reason for the trade.',
  values: valuesOf<TradeSign>(
    Object.fromEntries(TRADE_SIGNS.map((sign) => [sign, SIGN_DEFINITIONS[sign].text])) as Record<
      TradeSign,
      string
    >,
  ),
})

/** Facts about trades that later events show. */
export const TradeHindsightEnum = builder.enumType('TradeHindsight', {
  description: 'A fact about a whole trade that only later events show.',
  values: valuesOf<TradeHindsight>(HINDSIGHT_DEFINITIONS),
})

const SignVerdictEnum = builder.enumType('SignVerdict', {
  description: 'Whether trades with a sign won more often than the prices paid implied.',
  values: valuesOf<SignRecord['verdict']>({
    MORE_OFTEN: 'More often, with a q-value below 0.05.',
    LESS_OFTEN: 'Less often, with a q-value below 0.05.',
    CANNOT_TELL: 'The data shows neither.',
  }),
})

const NO_EVENT = 'Null without an event.'

/** A record with the last event that it counts. */
export type ShownRecord = SignRecord & Pick<Snapshot, 'cutoff'>

export const TradeSignRecordType = builder.objectRef<ShownRecord>('TradeSignRecord').implement({
  description:
    "The results of takers' whole trades that have a sign, in resolved events. A trade at or after its market's resolution is excluded.",
  fields: (t) => ({
    sign: t.of(TradeSignEnum, 'sign', 'The sign that these trades have.'),
    definition: t.text('definition', 'The definition of the sign.'),
    trades: t.count('trades', 'Whole trades with the sign, {limits}.'),
    share: t.number('share', {
      nullable: true,
      description: 'Their fraction of the trades for which the sign is known. Null without any such trade.',
    }),
    events: t.count('events', 'Events of these trades, {limits}.'),
    winRate: t.number('winRate', {
      nullable: true,
      description: `Mean payout of a share, averaged within each event and then over events; a SELL counts as a purchase of the other side. ${NO_EVENT}`,
    }),
    impliedRate: t.number('impliedRate', {
      nullable: true,
      description: `Mean price paid, averaged likewise. ${NO_EVENT}`,
    }),
    excess: t.of(IntervalType, 'excess', {
      nullable: true,
      description:
        'The 95% interval of win rate less implied rate, by 1,000 draws of events. Null under 30 events.',
    }),
    qValue: t.number('qValue', {
      nullable: true,
      description:
        'The p-value under fair prices, adjusted by Benjamini and Hochberg over all signs of the answer. Null under 30 events.',
    }),
    verdict: t.of(SignVerdictEnum, 'verdict', 'Whether they won more often than their prices implied.'),
    since: t.of('Date', 'since', {
      nullable: true,
      description: 'The UTC day of the first trade counted, with or without the sign. Null without any.',
    }),
    cutoff: t.expose('cutoff', CUTOFF),
  }),
})

builder.queryField('tradeSigns', (t) =>
  t.field({
    type: [TradeSignRecordType],
    complexity: { field: WHOLE_MARKET, multiplier: TRADE_SIGNS.length },
    description:
      'How often each sign of a trade occurs, and whether trades that have it won more often than their prices implied.',
    countsCall: () => true,
    args: {
      minUsd: t.arg.float({
        defaultValue: LEAST_USD,
        limits: { minimum: LEAST_USD, maximum: FILL_USD.maximum },
        description: `Whole trades of at least this many dollars, from {limits}. Default: ${LEAST_USD}.`,
      }),
      category: t.arg({
        type: MarketCategoryEnum,
        description: 'Counts only trades in events of this category. Default: all trades.',
      }),
      asOf: t.arg(AS_OF_ARGUMENT),
    },
    resolve: async (_root, { minUsd = null, category = null, asOf }, context) =>
      signRecords({ minUsd, category }, await context.snapshot(asOf ?? null), context),
  }),
)

interface AskedRecords {
  /** In dollars. @default the least of a whole trade with signs */
  minUsd: number | null
  category: MarketCategory | null
}

/** Returns the record of every sign as of a snapshot. */
export async function signRecords(
  { minUsd, category }: AskedRecords,
  snapshot: Snapshot,
  { signs }: Pick<RequestContext, 'signs'>,
): Promise<ShownRecord[]> {
  const { cutoff } = snapshot
  const records = await signs.records(snapshot, {
    minUsd: Math.ceil((minUsd ?? LEAST_USD) * MICRO),
    category,
    until: cutoff.time,
  })
  return records.map((record) => ({ ...record, cutoff }))
}

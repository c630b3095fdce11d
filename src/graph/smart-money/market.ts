import { MAX_OUTCOMES, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import { type Day, dayOf, type MicroPrice, type MicroUsd } from '../../ledger/quantities.ts'
import { stancesInMarkets } from '../../smart-money/current-stances.ts'
import { isSettled, marketPrices } from '../../smart-money/market-prices.ts'
import { signalKind, signalSide } from '../../smart-money/signal-kind.ts'
import { currentSignal } from '../../smart-money/signal-row.ts'
import type { SmartCohort } from '../../smart-money/smart-cohorts.ts'
import type { Stance } from '../../smart-money/stance.ts'
import type { MarketFacts, MarketOutcome } from '../../store/smart-money/market-facts.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { decimalOf } from '../kit/decimal.ts'
import { HASH, TOKEN } from '../kit/limits/forms.ts'
import { textCost } from '../kit/query-cost.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { SignalType } from './signal.ts'
import { DEFAULT_COHORT, SmartCohortEnum } from './smart-cohort.ts'

/** A market within a page of markets, which are read together. */
export interface Market {
  readonly facts: MarketFacts
  readonly snapshot: Snapshot
  readonly page: MarketPageReads
}

/** Reads of a page's markets, each done once for all of them and only when a field asks for it. */
export interface MarketPageReads {
  outcomes(): Promise<Map<number, MarketOutcome[]>>
  /** Null where it is not known; none for a market without a fill. */
  volumes(): Promise<Map<number, MicroUsd | null>>
  /** The cohort's stances in them, and the Monday of its members; null where there are none. */
  stances(cohort: SmartCohort): Promise<{ week: Day; byMarket: Map<number, Stance> } | null>
}

interface PricedOutcome {
  name: string | null
  token: string
  price: MicroPrice | null
}

/** Markets of a snapshot as one page. */
export function marketPage(
  list: readonly MarketFacts[],
  snapshot: Snapshot,
  context: RequestContext,
): Market[] {
  const { smartMoney } = context.reader
  const ids = list.map(({ id }) => id)
  const { time } = snapshot.cutoff
  const stances = new Map<SmartCohort, ReturnType<MarketPageReads['stances']>>()
  const page: MarketPageReads = {
    outcomes: once(async () =>
      Map.groupBy(await smartMoney.outcomes(ids, dayOf(time)), ({ market }) => market),
    ),
    volumes: once(() => smartMoney.takerVolumes(ids, time)),
    stances(cohort) {
      const known = stances.get(cohort) ?? readStances(cohort)
      stances.set(cohort, known)
      return known
    },
  }
  const readStances = async (cohort: SmartCohort) => {
    const found = await stancesInMarkets(smartMoney, cohort, snapshot, ids)
    return found && { week: found.week, byMarket: new Map(found.stances.map((row) => [row.market, row])) }
  }
  return list.map((facts) => ({ facts, snapshot, page }))
}

function once<T>(read: () => Promise<T>): () => Promise<T> {
  let reading: Promise<T> | null = null
  return () => {
    reading ??= read()
    return reading
  }
}

const MarketOutcomeType = builder.objectRef<PricedOutcome>('MarketOutcome').implement({
  description: 'One outcome of a market.',
  fields: (t) => ({
    name: t.exposeString('name', {
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      description: 'The name. Null while unknown.',
    }),
    token: t.exposeString('token', {
      complexity: textCost(78),
      limits: TOKEN,
      description: 'The token id: {limits}.',
    }),
    price: t.float({
      nullable: true,
      limits: { minimum: 0, maximum: 1 },
      description:
        'The mark, in USD from {limits}: the payout once final, else the price of the last fill of at least one share. Null if there is none.',
      resolve: ({ price }) => (price === null ? null : decimalOf(price)),
    }),
  }),
})

/** A prediction market: one question with its outcomes. */
export const MarketType = builder.objectRef<Market>('Market').implement({
  description: 'A prediction market: one question with its outcomes.',
  fields: (t) => ({
    condition: t.string({
      limits: HASH,
      description: 'The condition id: {limits}; argument of `market`.',
      resolve: ({ facts }) => facts.condition,
    }),
    question: t.string({
      complexity: textCost(TEXT_BOUNDS.question),
      nullable: true,
      description: 'The question. Null while unknown.',
      resolve: ({ facts }) => facts.question,
    }),
    slug: t.string({
      complexity: textCost(TEXT_BOUNDS.slug),
      nullable: true,
      description: 'The slug, its short name in URLs. Null while unknown.',
      resolve: ({ facts }) => facts.slug,
    }),
    category: t.field({
      type: MarketCategoryEnum,
      nullable: true,
      description: 'The category. Null if it has none.',
      resolve: ({ facts }) => categoryNamed(facts.category),
    }),
    resolved: t.boolean({
      description: 'True once its payouts are final.',
      resolve: ({ facts, snapshot }) => isSettled(facts, snapshot.cutoff.time),
    }),
    outcomes: t.field({
      type: [MarketOutcomeType],
      complexity: { field: 1, multiplier: MAX_OUTCOMES },
      description: 'The outcomes in order; empty while unknown.',
      resolve: async ({ facts, snapshot, page }) => {
        const outcomes = (await page.outcomes()).get(facts.id) ?? []
        const prices = marketPrices(facts, outcomes, snapshot.cutoff.time)
        return outcomes.map(({ name, tokenName }, i) => ({
          name,
          token: tokenName,
          price: prices[i] ?? null,
        }))
      },
    }),
    volume: t.float({
      nullable: true,
      description:
        'Traded volume in USD: its fills with the role TAKER, so that each trade counts once. Null if the role of any fill is unknown, as with Data API rows.',
      resolve: async ({ facts, page }) => {
        const volume = (await page.volumes()).get(facts.id)
        return volume === null ? null : decimalOf(volume ?? 0)
      },
    }),
    smartMoney: t.field({
      type: SignalType,
      nullable: true,
      tier: { requires: 'PRO', otherwise: 'NULL' },
      description: "A cohort's position in it. Null if too few members hold it, and without Pro.",
      args: {
        cohort: t.arg({
          type: SmartCohortEnum,
          defaultValue: DEFAULT_COHORT,
          description: 'Which cohort. Default: TOP_PNL.',
        }),
      },
      resolve: ({ facts, page }, { cohort }) => stanceIn(facts, page, cohort ?? DEFAULT_COHORT),
    }),
  }),
})

/** A cohort's stance in a market of a page; null where too little of the cohort holds it. */
export async function stanceIn(facts: MarketFacts, page: MarketPageReads, cohort: SmartCohort) {
  const known = await page.stances(cohort)
  const stance = known?.byMarket.get(facts.id)
  if (!known || stance === undefined) return null
  const kind = signalKind(stance)
  return currentSignal(
    stance,
    { cohort, week: known.week, kind, side: kind && signalSide(kind, stance) },
    facts,
  )
}

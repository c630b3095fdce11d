import { MAX_OUTCOMES, MAX_TAGS, TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { payoutPrices } from '../../ledger/holding.ts'
import { categoryNamed } from '../../ledger/market-category.ts'
import { decimalOf, MICRO, type MicroPrice } from '../../ledger/quantities.ts'
import { isSettled } from '../../smart-money/market-prices.ts'
import { parseTags } from '../../store/ledger/names.ts'
import type { MarketFacts } from '../../store/markets/market-facts.ts'
import { statusOf } from '../../store/markets/market-list.ts'
import { builder } from '../kit/builder.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { CUTOFF } from '../kit/cutoff.ts'
import { MarketCategoryEnum } from '../kit/enums.ts'
import { HASH, TOKEN } from '../kit/limits/known-limits.ts'
import {
  dayOfSnapshot,
  EventRef,
  loadMarket,
  MarketRef,
  type Outcome,
  OutcomeRef,
  pricesOf,
  SLUG,
} from '../kit/market-page.ts'
import { loadNodes, nodeIdOf } from '../kit/node-id.ts'
import { MarketStatusEnum } from './market-where.ts'

/** The range of a share's price in USD. */
const SHARE_PRICE = { minimum: 0, maximum: 1 }
/** Days that a market's volume can be asked of. */
const MAX_DAYS = 365

/** Returns the payout of a share of an outcome, null until it is known. */
function payoutOf({ outcome, of: { facts, snapshot } }: Outcome): MicroPrice | null {
  if (facts.payouts === null || !isSettled(facts, snapshot.cutoff.time)) return null
  return payoutPrices(JSON.parse(facts.payouts))[outcome] ?? null
}

OutcomeRef.implement({
  description: 'One outcome of a market.',
  fields: (t) => ({
    index: t.exposeInt('outcome', {
      limits: { minimum: 0, maximum: MAX_OUTCOMES - 1 },
      description: 'Its index among the outcomes, {limits}.',
    }),
    name: t.text('name', {
      nullable: true,
      complexity: textCost(TEXT_BOUNDS.name),
      description: 'The name. Null while unknown.',
    }),
    token: t.text('tokenName', {
      limits: TOKEN,
      complexity: textCost(78),
      description: 'The token id: {limits}.',
    }),
    price: t.amount(async ({ of, outcome }) => (await pricesOf(of))[outcome], {
      nullable: true,
      limits: SHARE_PRICE,
      description:
        'The mark, in USD from {limits}: the payout once final, else the price of the last fill of at least one share. Null if there is none.',
    }),
    priceDayAgo: t.amount(
      async ({ of, outcome }) => (await of.page.pricesDayAgo()).get(of.facts.id)?.[outcome],
      {
        nullable: true,
        limits: SHARE_PRICE,
        description: 'The mark 24 hours before the cutoff, in USD from {limits}. Null if there was none.',
      },
    ),
    payout: t.amount((outcome) => payoutOf(outcome), {
      nullable: true,
      limits: SHARE_PRICE,
      description: 'Payout per share in USD, from {limits}. Null until the market resolves.',
    }),
    winner: t.flag(
      (outcome) => {
        const payout = payoutOf(outcome)
        return payout === null ? null : payout === MICRO
      },
      { nullable: true, description: 'True if a share paid a full $1. Null until the market resolves.' },
    ),
  }),
})

export const MarketType = builder.node(MarketRef, {
  description: 'A prediction market: one question with its outcomes.',
  id: {
    description:
      "The market's condition id; as of a day, with `@` and the day appended (`0x…@2026-01-15`). Argument of `node`.",
    resolve: ({ facts, snapshot }) => nodeIdOf(facts.condition, { asOf: snapshot.asOf }),
  },
  loadManyWithoutCache: (ids, context) =>
    loadNodes(ids, ({ name, asOf }) => loadMarket(name.toLowerCase(), context, asOf)),
  fields: (t) => ({
    condition: t.of('Hash', 'condition', {
      limits: HASH,
      description: 'The condition id: {limits}; argument of `market`.',
    }),
    question: t.text('question', {
      nullable: true,
      complexity: textCost(TEXT_BOUNDS.question),
      description: 'The question. Null while unknown.',
    }),
    slug: t.exposeString('slug', SLUG),
    event: t.of(
      EventRef,
      async ({ facts, snapshot, page }) => {
        const event = (await page.events()).get(facts.event ?? 0)
        return event ? { facts: event, snapshot } : null
      },
      { nullable: true, description: 'The event it belongs to. Null while unknown.' },
    ),
    category: t.of(MarketCategoryEnum, ({ facts }) => categoryNamed(facts.category), {
      nullable: true,
      description: 'The category. Null if it has none.',
    }),
    tags: t.stringList({
      complexity: { field: 1, multiplier: MAX_TAGS },
      description: 'Tags of its event; empty if none are known.',
      resolve: ({ facts }) => parseTags(facts.tags),
    }),
    status: t.of(MarketStatusEnum, ({ facts, snapshot }) => marketStatus(facts, snapshot.cutoff.time), {
      description: 'Whether it is open, past its end, or resolved; UNKNOWN without a scheduled end.',
    }),
    cutoff: t.field({ ...CUTOFF, resolve: ({ snapshot }) => snapshot.cutoff }),
    resolved: t.flag(({ facts, snapshot }) => isSettled(facts, snapshot.cutoff.time), {
      description: 'True once its payouts are final.',
    }),
    createdAt: t.when(({ facts }) => facts.createdAt, {
      nullable: true,
      description: 'When the venue listed it. Null if no source says.',
    }),
    endsAt: t.when(({ facts }) => facts.endsAt, {
      nullable: true,
      description: 'Scheduled end. Null while unknown.',
    }),
    resolvedAt: t.when(
      ({ facts, snapshot }) => (isSettled(facts, snapshot.cutoff.time) ? facts.resolvedTime : null),
      { nullable: true, description: 'When its payouts became final. Null until then.' },
    ),
    outcomes: t.of(
      [OutcomeRef],
      async (market) =>
        ((await market.page.outcomes()).get(market.facts.id) ?? []).map((row) => ({ ...row, of: market })),
      { rows: MAX_OUTCOMES, description: 'The outcomes in order; empty while unknown.' },
    ),
    volume: t.float({
      nullable: true,
      description:
        'Traded volume in USD: its TAKER fills, so each trade counts once; all its fills if no role is known, as with Data API rows. Null if only some roles are known.',
      args: {
        days: t.arg.int({
          description: `Number of UTC days to count, ending with the cutoff's, from {limits}. Default: all.`,
          limits: { minimum: 1, maximum: MAX_DAYS },
        }),
      },
      resolve: async ({ facts, snapshot, page }, { days }) => {
        const from = typeof days === 'number' ? dayOfSnapshot(snapshot) - days + 1 : null
        const volume = (await page.volumes(from)).get(facts.id)
        return volume === null ? null : decimalOf(volume ?? 0)
      },
    }),
  }),
})

function marketStatus(facts: MarketFacts, at: number) {
  return statusOf({ endsAt: facts.endsAt, resolvedAt: isSettled(facts, at) ? facts.resolvedTime : null }, at)
}

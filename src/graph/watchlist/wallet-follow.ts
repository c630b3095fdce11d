import { NOTICE_KINDS, type NoticeKind } from '../../follows/wallets/wallet-notice.ts'
import { PRICE, type WalletFollow } from '../../follows/watchlists.ts'
import { addressOf } from '../../ledger/address.ts'
import { type Address, MICRO } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { findTraders } from '../traders/find-traders.ts'
import { TraderType } from '../traders/trader.ts'
import { TradeDirectionEnum } from '../traders/trades/trade-terms.ts'
import { followFields } from './follow-fields.ts'

const KIND_TEXTS = {
  OPENED: 'The wallet opened a position: its first shares of an outcome.',
  ADDED: 'It added shares to an outcome that it held.',
  REDUCED: 'It sold some of its shares of an outcome.',
  CLOSED: 'It sold its last shares of an outcome.',
  RESOLVED: 'A market in which it held shares was resolved.',
} satisfies Record<NoticeKind, string>

/** What a followed wallet did. */
export const WalletNoticeKindEnum = builder.enumType('WalletNoticeKind', {
  description: "A followed wallet's decision about its position in one outcome.",
  values: Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, { value: kind, description: KIND_TEXTS[kind] }]),
  ) as Record<NoticeKind, { value: NoticeKind; description: string }>,
})

/** A wallet that the caller follows. */
export const WalletFollowType = builder.objectRef<WalletFollow>('WalletFollow').implement({
  description: 'A wallet that the caller follows, and the decisions that send a notification.',
  fields: (t) => ({
    address: t.expose('address', { type: 'Address', description: "The wallet's address." }),
    trader: t.field({
      type: TraderType,
      nullable: true,
      description: "The wallet's profile. Null until a snapshot includes it.",
      resolve: async ({ address }, _args, context) =>
        (await findTraders([address], context, null))[0] ?? null,
    }),
    minUsd: t.float({
      limits: { minimum: 0 },
      description: 'Minimum size of a decision in USD, {limits}.',
      resolve: ({ minUsd }) => minUsd / MICRO,
    }),
    categories: t.field({
      type: [MarketCategoryEnum],
      complexity: { field: 1, multiplier: 1 },
      description: 'Categories of the markets. Empty means any.',
      resolve: ({ categories }) => [...categories],
    }),
    minPrice: t.float({
      nullable: true,
      limits: PRICE,
      description: 'Lowest average price in USD per share, {limits}. Null means any.',
      resolve: ({ minPrice }) => minPrice && minPrice / MICRO,
    }),
    maxPrice: t.float({
      nullable: true,
      limits: PRICE,
      description: 'Highest average price in USD per share, {limits}. Null means any.',
      resolve: ({ maxPrice }) => maxPrice && maxPrice / MICRO,
    }),
    side: t.expose('side', {
      type: TradeDirectionEnum,
      nullable: true,
      description: 'BUY for shares received, SELL for shares sold or sent. Null means both.',
    }),
    kinds: t.field({
      type: [WalletNoticeKindEnum],
      complexity: { field: 1, multiplier: 1 },
      description: 'Kinds of decisions that send a notification. Empty means any.',
      resolve: ({ kinds }) => [...kinds],
    }),
    ...followFields(t),
  }),
})

/** An address that its limits have checked. @throws TypeError for any other text */
export function givenAddress(text: string): Address {
  const address = addressOf(text)
  if (address === null) throw new TypeError('an address was not checked')
  return address
}

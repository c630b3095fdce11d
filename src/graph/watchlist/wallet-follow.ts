import { addressOf } from '../../ledger/address.ts'
import { type Address, MICRO } from '../../ledger/quantities.ts'
import { NOTICE_KINDS, type NoticeKind, type WalletFollow } from '../../whales/watchlist/follow.ts'
import { PRICE } from '../../whales/watchlist/follow-input.ts'
import { builder } from '../kit/builder.ts'
import { MarketCategoryEnum } from '../markets/market-category.ts'
import { findTraders } from '../traders/find-traders.ts'
import { TraderType } from '../traders/trader.ts'
import { TradeDirectionEnum } from '../traders/trades/trade-terms.ts'
import { followFields } from './follow-fields.ts'

const KIND_TEXTS = {
  OPENED: 'The wallet took its first shares of an outcome.',
  ADDED: 'It took more shares of an outcome that it held.',
  REDUCED: 'It gave some of its shares of an outcome away.',
  CLOSED: 'It gave its last shares of an outcome away.',
  RESOLVED: 'A market was resolved in which it held shares.',
} satisfies Record<NoticeKind, string>

/** What a followed wallet did. */
export const WalletNoticeKindEnum = builder.enumType('WalletNoticeKind', {
  description: 'What a followed wallet did to its position in one outcome.',
  values: Object.fromEntries(
    NOTICE_KINDS.map((kind) => [kind, { value: kind, description: KIND_TEXTS[kind] }]),
  ) as Record<NoticeKind, { value: NoticeKind; description: string }>,
})

/** A wallet that the caller follows. */
export const WalletFollowType = builder.objectRef<WalletFollow>('WalletFollow').implement({
  description: 'A wallet that the caller follows, and the decisions of it that the caller is told of.',
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
      description: 'BUY for shares that come in, SELL for shares that leave. Null means both.',
    }),
    kinds: t.field({
      type: [WalletNoticeKindEnum],
      complexity: { field: 1, multiplier: 1 },
      description: 'What of the wallet the caller is told of. Empty means any.',
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

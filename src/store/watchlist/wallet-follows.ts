import type { Address } from '../../ledger/quantities.ts'
import type { FollowRules, WalletFollow } from '../../whales/watchlist/follow.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { RowOf } from '../engine/table-types.ts'
import { WALLET_FOLLOWS } from './watchlist-tables.ts'

const OF_ACCOUNT = statement((from, { accountId }: { accountId: number }) =>
  from(WALLET_FOLLOWS)
    .select('address', 'rules', 'followed_at')
    .where('account_id', accountId)
    .orderBy('followed_at')
    .orderBy('address'),
)
const ONE = statement((from, { accountId, address }: { accountId: number; address: string }) =>
  from(WALLET_FOLLOWS)
    .select('address', 'rules', 'followed_at')
    .where('account_id', accountId)
    .where('address', address),
)
const DELETE = statement((from, { accountId, address }: { accountId: number; address: string }) =>
  from(WALLET_FOLLOWS).where('account_id', accountId).where('address', address).delete(),
)

/** The wallets that an account follows, in the order in which it began to. By primary key. */
export async function readWalletFollows(sql: Sql, accountId: number): Promise<WalletFollow[]> {
  return (await OF_ACCOUNT.all(sql, { accountId })).map(followOf)
}

/** One of them; null where the account does not follow the wallet. */
export async function readWalletFollow(
  sql: Sql,
  accountId: number,
  address: Address,
): Promise<WalletFollow | null> {
  const row = await ONE.get(sql, { accountId, address })
  return row === undefined ? null : followOf(row)
}

function followOf({
  address,
  rules,
  followedAt,
}: Pick<RowOf<typeof WALLET_FOLLOWS>, 'address' | 'rules' | 'followedAt'>): WalletFollow {
  return { address, followedAt, ...rulesOf(rules) }
}

/** The rules in a row; they were checked before they were written. */
export function rulesOf(text: string): FollowRules {
  return JSON.parse(text)
}

/** Writes a follow in the place of any that there was of the wallet. */
export async function writeWalletFollow(tx: Sql, accountId: number, follow: WalletFollow): Promise<void> {
  const { address, followedAt, ...rules } = follow
  const columns = {
    account_id: [accountId],
    address: [address],
    min_usd: [rules.minUsd],
    rules: [JSON.stringify(rules)],
    followed_at: [followedAt],
  }
  await tx.upsert(WALLET_FOLLOWS, columns, 1)
}

/** Ends a follow; false where there was none. */
export async function deleteWalletFollow(sql: Sql, accountId: number, address: Address): Promise<boolean> {
  return (await DELETE.run(sql, { accountId, address })) > 0
}

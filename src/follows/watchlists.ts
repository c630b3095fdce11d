import { z } from 'zod'
import type { AccountTier } from '../access/tier.ts'
import { type Clock, WALL_CLOCK } from '../clock.ts'
import type { Address, ConditionId, Seconds } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import type { AnyKind, Follow } from './follow.ts'
import { createFollows } from './follows.ts'
import { LEADERBOARD, type LeaderboardRules } from './kinds/leaderboard.ts'
import { MARKET } from './kinds/market.ts'
import { WALLET, type WalletRules } from './kinds/wallet.ts'
import { MOST_TOP } from './leaderboards/board-places.ts'
import type { MarketRules } from './markets/market-rules.ts'
import type { QuietHours } from './quiet-hours.ts'

interface Quiet {
  quietHours: QuietHours | null
}
interface Since extends Quiet {
  followedAt: Seconds
}
export type WalletFollow = WalletRules & Since & { address: Address }
export type MarketFollow = MarketRules & Since & { condition: ConditionId }
export type BoardFollow = LeaderboardRules & Since & { board: string }

/** A market, and its number in the ledger. */
export interface FollowedMarket {
  id: number
  condition: ConditionId
}

/** What accounts follow, by kind. */
export interface Watchlists {
  wallets(accountId: number): Promise<WalletFollow[]>
  wallet(accountId: number, address: Address): Promise<WalletFollow | null>
  follow(account: Account, wallet: WalletRules & Quiet & { address: Address }): Promise<WalletFollow>
  unfollow(accountId: number, address: Address): Promise<boolean>
  markets(accountId: number): Promise<MarketFollow[]>
  followMarket(account: Account, market: FollowedMarket, rules: MarketRules & Quiet): Promise<MarketFollow>
  unfollowMarket(accountId: number, market: FollowedMarket): Promise<boolean>
  leaderboards(accountId: number): Promise<BoardFollow[]>
  followLeaderboard(
    account: Account,
    rules: LeaderboardRules & Quiet & { board: string },
  ): Promise<BoardFollow>
  unfollowLeaderboard(accountId: number, board: string): Promise<boolean>
}

interface Account {
  id: number
  tier: AccountTier
}

const wallet = ({ key, rules, quietHours, followedAt }: Follow) =>
  ({ address: key, ...rules, quietHours, followedAt }) as WalletFollow
const market = ({ key, rules, quietHours, followedAt }: Follow) =>
  ({ condition: key, ...rules, quietHours, followedAt }) as MarketFollow
const board = ({ key, rules, quietHours, followedAt }: Follow) =>
  ({ board: key, ...rules, quietHours, followedAt }) as BoardFollow

/** The watchlists in the store. */
export function createWatchlists(db: Database, now: Clock = WALL_CLOCK): Watchlists {
  const follows = createFollows(db, now)
  const listed = async (accountId: number, kind: AnyKind) =>
    (await follows.list(accountId)).filter((one) => one.kind === kind.name)
  return {
    wallets: async (id) => (await listed(id, WALLET)).map(wallet),
    wallet: async (id, address) =>
      (await listed(id, WALLET)).filter(({ key }) => key === address).map(wallet)[0] ?? null,
    follow: async (account, { address, quietHours, ...rules }) =>
      wallet(await follows.follow(account, WALLET, { key: address, rules, quietHours })),
    unfollow: (id, address) => follows.unfollow(id, WALLET, address),
    markets: async (id) => (await listed(id, MARKET)).map(market),
    followMarket: async (account, { condition }, { quietHours, ...rules }) =>
      market(await follows.follow(account, MARKET, { key: condition, rules, quietHours })),
    unfollowMarket: (id, { condition }) => follows.unfollow(id, MARKET, condition),
    leaderboards: async (id) => (await listed(id, LEADERBOARD)).map(board),
    followLeaderboard: async (account, { board: key, quietHours, ...rules }) =>
      board(await follows.follow(account, LEADERBOARD, { key, rules, quietHours })),
    unfollowLeaderboard: (id, key) => follows.unfollow(id, LEADERBOARD, key),
  }
}

function flat<Out>(kind: AnyKind, name: string | null): z.ZodType<Out> {
  return z.record(z.string(), z.unknown()).transform((given, context) => {
    const { [name ?? '']: key, ...rules } = given
    const parsed = kind.input.safeParse(rules)
    if (parsed.success)
      return { ...parsed.data.rules, quietHours: parsed.data.quietHours, ...(name && { [name]: key }) } as Out
    for (const { path, message } of parsed.error.issues)
      context.addIssue({ code: 'custom', path: [...path], message })
    return z.NEVER
  })
}

export const followInput = flat<WalletRules & Quiet & { address: Address }>(WALLET, 'address')
export const marketFollowInput = flat<MarketRules & Quiet>(MARKET, null)
export const boardFollowInput = flat<LeaderboardRules & Quiet & { board: string }>(LEADERBOARD, 'board')

export const FOLLOW_LIMITS = {
  FREE: { wallets: 5, markets: 5, leaderboards: 2 },
  PRO: { wallets: 200, markets: 50, leaderboards: 20 },
} as const
export const PRICE = { minimum: 0, maximum: 1 } as const
export const TOP = { minimum: 1, maximum: MOST_TOP } as const
export const DEFAULT_TOP = 10

import type { AccountTier } from '../../../src/accounts/account-store.ts'
import { createAccountStore } from '../../../src/accounts/accounts.ts'
import { createSecretBox } from '../../../src/accounts/secret-box.ts'
import { PACE_INPUT, paceColumns, type ShownPace } from '../../../src/delivery/channel-pace.ts'
import { writeChannels } from '../../../src/delivery/channels.ts'
import { newChannel } from '../../../src/delivery/new-channel.ts'
import type { WalletNotice } from '../../../src/delivery/notices.ts'
import type { AnyKind } from '../../../src/follows/follow.ts'
import { createFollows } from '../../../src/follows/follows.ts'
import { LEADERBOARD } from '../../../src/follows/kinds/leaderboard.ts'
import { MARKET } from '../../../src/follows/kinds/market.ts'
import { WALLET } from '../../../src/follows/kinds/wallet.ts'
import type { Address, ConditionId } from '../../../src/ledger/quantities.ts'
import type { Database } from '../../../src/store/engine/database.ts'

let followers = 0

/** Somebody who follows wallets, with a channel that is theirs. */
export interface Follower {
  accountId: number
  channelId: string
}

export interface FollowerOptions {
  /** @default 'PRO' */
  tier?: AccountTier
  /** As they write them. @default any */
  rules?: Record<string, unknown>
  /** The channel's target. @default a webhook that receives nothing */
  target?: string
  /** The pace of the channel, as they write it. @default none */
  pace?: Partial<ShownPace>
  /** When they began to. @default 0 */
  at?: number
}

/** A new account that follows wallets. */
export async function follower(
  db: Database,
  wallets: readonly Address[],
  { tier = 'PRO', rules = {}, target, pace = {}, at = 0 }: FollowerOptions = {},
): Promise<Follower> {
  const { id } = await createAccountStore(db).createAccount(`follower ${++followers}`, tier)
  const url = target ?? `https://hooks.example.com/${followers}`
  const made = newChannel(id, { kind: 'WEBHOOK', target: url }, 0)
  const channel = { ...made, ...paceColumns(PACE_INPUT.parse(pace)), state: 'ACTIVE' as const }
  await db.transaction((tx) => writeChannels(tx, createSecretBox([]), [channel]))
  for (const address of wallets) await followAs(db, id, WALLET, address, { tier, rules, at })
  return { accountId: id, channelId: channel.id }
}

/** A new account that follows a market by these rules; those that are undefined are not given. */
export async function marketFollower(
  db: Database,
  condition: ConditionId,
  rules: Record<string, unknown>,
  options: FollowerOptions = {},
): Promise<Follower> {
  const who = await follower(db, [], options)
  const given = Object.fromEntries(Object.entries(rules).filter(([, value]) => value !== undefined))
  await followAs(db, who.accountId, MARKET, condition, { ...options, rules: given })
  return who
}

/** Follows a leaderboard by these rules. */
export function followBoard(
  db: Database,
  { accountId }: Follower,
  board: string,
  options: FollowerOptions = {},
): Promise<void> {
  return followAs(db, accountId, LEADERBOARD, board, options)
}

/** Follows a topic by rules as their owner writes them. */
export async function followAs(
  db: Database,
  id: number,
  kind: AnyKind,
  key: string,
  { tier = 'PRO', rules = {}, at = 0 }: FollowerOptions,
): Promise<void> {
  await createFollows(db, { now: () => at }).follow({ id, tier }, kind, {
    rules: kind.input.parse(rules),
    key,
  })
}

/** Returns the messages in the outbox for a follower, by the time of the news. */
export async function waitingFor(
  db: Database,
  { channelId }: Follower,
): Promise<(WalletNotice & { readyMs: number; waiting: number })[]> {
  const rows = await db.all<{ payload: string; readyMs: number; waiting: number }>(
    'SELECT payload, ready_ms AS "readyMs", waiting FROM alert_outbox WHERE channel_id = ? ORDER BY time, alert_id',
    [channelId],
  )
  return rows.map(({ payload, ...row }) => ({ ...JSON.parse(payload), ...row }))
}

import type { Address, Seconds } from '../../ledger/quantities.ts'
import type { FollowRules } from '../../whales/watchlist/follow.ts'
import type { WalletDecision, WalletNotice } from '../../whales/watchlist/wallet-notice.ts'
import type { Sql } from '../engine/database.ts'
import { statement } from '../engine/statement.ts'
import type { RowOf } from '../engine/table-types.ts'
import { chainKey } from '../ledger/place.ts'
import { createNoticeDrop } from './drop-notices.ts'
import { type FollowerChannel, followerChannels, type Page } from './follower-channels.ts'
import { rulesOf } from './wallet-follows.ts'
import { lockLooks } from './watch-state.ts'
import { WALLET_FOLLOWS, WALLET_NOTICES } from './watchlist-tables.ts'

const SINCE = statement(
  (from, { traders, tokens, since }: { traders: number[]; tokens: number[]; since: number }) =>
    from(WALLET_NOTICES)
      .select('*')
      .whereAnyOf('trader_id', 'int', traders)
      .whereAnyOf('token_id', 'int', tokens)
      .where('first_time', '>=', since)
      .orderBy('first_time')
      .orderBy('first_key'),
)

/** Decisions on some positions that began from a time on, oldest first. By index on (trader, token, time). */
export async function decisionsSince(
  sql: Sql,
  positions: readonly { trader: number; token: number }[],
  since: Seconds,
): Promise<WalletDecision[]> {
  const traders = [...new Set(positions.map(({ trader }) => trader))]
  const tokens = [...new Set(positions.map(({ token }) => token))]
  return (await SINCE.all(sql, { traders, tokens, since })).map(decisionOf)
}

function decisionOf(row: RowOf<typeof WALLET_NOTICES>): WalletDecision {
  const { sums, notice } = JSON.parse(row.payload)
  return {
    id: row.id,
    trader: row.traderId,
    token: row.tokenId,
    deed: row.deed,
    first: { time: row.firstTime, key: row.firstKey, item: 0 },
    last: { time: row.lastTime, key: row.lastKey, item: row.lastItem },
    sums,
    notice,
  }
}

/** Writes decisions that are new, for their followers to be told of; one that is there stays as it is. */
export async function addDecisions(tx: Sql, decisions: readonly WalletDecision[]): Promise<void> {
  const column = <T>(of: (decision: WalletDecision) => T) => decisions.map(of)
  const columns = {
    ...{ id: column(({ id }) => id), address: column(({ notice }) => notice.trader.address) },
    ...{ trader_id: column(({ trader }) => trader), token_id: column(({ token }) => token) },
    ...{ deed: column(({ deed }) => deed) },
    ...{ first_time: column(({ first }) => first.time), first_key: column(({ first }) => first.key) },
    ...{ last_time: column(({ last }) => last.time), last_key: column(({ last }) => last.key) },
    ...{ last_item: column(({ last }) => last.item), usd: column(({ sums }) => sums.usd) },
    ...{ told_usd: column(() => null), next_account: column(() => 0), payload: column(payloadOf) },
  }
  await tx.insertNew(WALLET_NOTICES, columns, decisions.length)
}

interface Grown {
  id: string
  time: number
  key: number
  item: number
  usd: number
  payload: string
  oldTime: number
  oldKey: number
  oldItem: number
}

const GROW = statement((from, grown: Grown) =>
  from(WALLET_NOTICES)
    .where('id', grown.id)
    .where('last_time', grown.oldTime)
    .where('last_key', grown.oldKey)
    .where('last_item', grown.oldItem)
    .update({
      last_time: grown.time,
      last_key: grown.key,
      last_item: grown.item,
      usd: grown.usd,
      payload: grown.payload,
      next_account: 0,
    }),
)

/**
 * Writes decisions that have grown, unless another process wrote them meanwhile. Those who wait for a larger size are told
 * of it then, once those are who did not wait.
 */
export async function growDecisions(
  tx: Sql,
  grown: readonly { decision: WalletDecision; from: WalletDecision['last'] }[],
): Promise<void> {
  for (const { decision, from: old } of grown) {
    const { id, last, sums } = decision
    const before = { oldTime: old.time, oldKey: old.key, oldItem: old.item }
    await GROW.run(tx, { id, ...last, usd: sums.usd, payload: payloadOf(decision), ...before })
  }
}

function payloadOf({ sums, notice }: WalletDecision): string {
  return JSON.stringify({ sums, notice })
}

/** A decision whose followers are being told of it. */
export interface PendingNotice {
  id: string
  usd: number
  notice: WalletNotice
  first: Seconds
  /** Those who want at least this are told of it already; null: nobody is. */
  toldUsd: number | null
  nextAccount: number
}

const NEXT_PENDING = statement((from) => {
  const oldest = from(WALLET_NOTICES)
    .select('*')
    .whereNotNull('next_account')
    .orderBy('first_time')
    .orderBy('id')
    .limit(1)
  return from.dialect === 'postgres' ? oldest.forUpdate().skipLocked() : oldest
})
const MARK_NEXT = statement((from, { id, next }: { id: string; next: number | null }) =>
  from(WALLET_NOTICES).where('id', id).update({ next_account: next }),
)
const MARK_TOLD = statement((from, { id, usd }: { id: string; usd: number }) =>
  from(WALLET_NOTICES).where('id', id).update({ next_account: null, told_usd: usd }),
)

const ANY_PENDING = statement((from) =>
  from(WALLET_NOTICES).select('id').whereNotNull('next_account').limit(1),
)

/** Whether there is a decision that followers are still to be told of. */
export async function hasPending(sql: Sql): Promise<boolean> {
  return (await ANY_PENDING.get(sql)) !== undefined
}

/** The oldest decision that followers are still to be told of; undefined where there is none, or others are at all of them. */
export async function nextPending(tx: Sql): Promise<PendingNotice | undefined> {
  const row = await NEXT_PENDING.get(tx)
  if (row === undefined) return undefined
  const { id, usd, firstTime: first, toldUsd, nextAccount } = row
  return { id, usd, first, toldUsd, nextAccount: nextAccount ?? 0, notice: decisionOf(row).notice }
}

/** Notes that followers were told of a decision up to an account; null: all were. */
export async function notePending(tx: Sql, { id, usd }: PendingNotice, next: number | null): Promise<void> {
  if (next === null) await MARK_TOLD.run(tx, { id, usd })
  else await MARK_NEXT.run(tx, { id, next })
}

/** A channel of somebody who follows a wallet. */
export interface WalletFollower extends FollowerChannel {
  rules: FollowRules
}

interface Asked extends Page {
  address: string
  usd: number
  toldUsd: number
  first: number
}

const FOLLOWERS = statement((from, asked: Asked) =>
  followerChannels(from, WALLET_FOLLOWS, asked)
    .select('f.rules')
    .where('f.address', asked.address)
    .where('f.min_usd', '<=', asked.usd)
    .where('f.min_usd', '>', asked.toldUsd)
    .where('f.followed_at', '<=', asked.first),
)

/**
 * Active channels of those who follow a wallet, whose smallest size a decision reaches, and who began to before it; see
 * {@link followerChannels}. By the index on (address, account).
 */
export async function walletFollowers(
  tx: Sql,
  { notice, usd, toldUsd, first, nextAccount }: PendingNotice,
  free: number,
): Promise<WalletFollower[]> {
  const { address } = notice.trader
  const rows = await FOLLOWERS.all(tx, { address, nextAccount, usd, toldUsd: toldUsd ?? -1, first, free })
  return rows.map(({ rules, ...channel }) => ({ ...channel, rules: rulesOf(rules) }))
}

const dropNotices = createNoticeDrop(WALLET_NOTICES, 'first_key')
const FORGET = statement((from, { before }: { before: number }) =>
  from(WALLET_NOTICES).where('first_time', '<', before).whereNull('next_account').delete(),
)

/**
 * Takes decisions back whose first event is of a block or after it, in the transaction that takes the events back, and
 * what waits to be told of them. What was sent was sent; where the same event comes back it is not told again.
 */
export async function retractNotices(tx: Sql, block: number): Promise<void> {
  await lockLooks(tx)
  await dropNotices(tx, chainKey(block, 0))
}

/** Forgets decisions that began before a time and that everybody was told of. */
export async function forgetNotices(sql: Sql, before: Seconds): Promise<void> {
  await FORGET.run(sql, { before })
}

/** What is said of some outcomes and of those who hold them, by token and by trader. */
export async function namesOfEffects(sql: Sql, tokens: readonly number[], traders: readonly number[]) {
  const outcomes = await sql.all<NamedOutcome>(
    'SELECT k.id, k.outcome_name AS outcome, m.question, m.slug, m.category, c.condition FROM tokens k ' +
      'LEFT JOIN conditions c ON c.id = k.condition_id LEFT JOIN markets m ON m.condition_id = k.condition_id ' +
      `WHERE ${sql.isIn('k.id', 'int')}`,
    [sql.list(tokens)],
  )
  const names = await sql.all<{ id: number; address: Address; name: string | null }>(
    `SELECT id, address, username AS name FROM traders WHERE ${sql.isIn('id', 'int')}`,
    [sql.list(traders)],
  )
  return {
    outcomes: new Map(outcomes.map((row) => [row.id, row])),
    traders: new Map(names.map((row) => [row.id, row])),
  }
}

/** An outcome, and the market that it is of; null where metadata does not tell. */
export interface NamedOutcome {
  id: number
  outcome: string | null
  question: string | null
  slug: string | null
  category: string | null
  condition: string | null
}

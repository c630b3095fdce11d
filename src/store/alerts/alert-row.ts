import type { Address, ConditionId, MicroPrice, MicroUsd, Seconds, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { as, type From, statement } from '../engine/statement.ts'
import { CONDITIONS, MARKETS, TOKENS, TRADERS } from '../engine/tables.ts'
import { ALERT_GRADES, ALERTS } from './alert-tables.ts'

/** An alert with everything that is known of it, as the store reads it. */
export interface AlertRow {
  seq: number
  fillKey: number
  tx: Uint8Array | null
  time: Seconds
  trader: number
  address: Address
  username: string | null
  profileImage: string | null
  xUsername: string | null
  verified: number | null
  token: number
  tokenName: TokenId
  outcome: number | null
  outcomeName: string | null
  condition: ConditionId | null
  question: string | null
  slug: string | null
  category: string | null
  /** 0 BUY, 1 SELL. */
  side: number
  /** 0 MAKER, 1 TAKER, null unknown. */
  role: number | null
  shares: number
  usd: MicroUsd
  orderHash: Uint8Array | null
  /** Ids of boards, separated by spaces. */
  boards: string
  afterHour: MicroPrice | null
  afterDay: MicroPrice | null
  payout: MicroPrice | null
}

/** Alerts `a` with their traders `t`, tokens `k` and markets `m`: by these they are asked for. */
export const namedAlerts = (from: From) =>
  from(as(ALERTS, 'a'))
    .join(as(TRADERS, 't'), 't.id', 'a.trader_id')
    .join(as(TOKENS, 'k'), 'k.id', 'a.token_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'k.condition_id')

/** Those of {@link namedAlerts} with everything that is known of them. */
export const selectAlerts = (from: From, alerts = namedAlerts(from)) =>
  alerts
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
    .leftJoin(as(ALERT_GRADES, 'g'), 'g.seq', 'a.seq')
    .select<AlertRow>(
      ...(['a.seq', 'a.fill_key as fillKey', 'a.tx', 'a.time', 'a.trader_id as trader'] as const),
      ...(['t.address', 't.username', 't.profile_image as profileImage'] as const),
      ...(['t.x_username as xUsername', 't.verified'] as const),
      ...([
        'a.token_id as token',
        'k.token as tokenName',
        'k.outcome',
        'k.outcome_name as outcomeName',
      ] as const),
      ...(['c.condition', 'm.question', 'm.slug', 'm.category'] as const),
      ...(['a.side', 'a.role', 'a.shares', 'a.usd', 'a.order_hash as orderHash', 'a.boards'] as const),
      ...(['g.after_hour as afterHour', 'g.after_day as afterDay', 'g.payout'] as const),
    )

const ALERTS_BY_NUMBER = statement((from, { seqs }: { seqs: readonly number[] }) =>
  selectAlerts(from).whereAnyOf('a.seq', 'int', seqs).orderBy('a.seq'),
)

/** The alerts of some numbers, in the order of the chain. By primary key. */
export async function alertRows(sql: Sql, seqs: readonly number[]): Promise<AlertRow[]> {
  return ALERTS_BY_NUMBER.all(sql, { seqs })
}

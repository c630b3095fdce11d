import type { Address, ConditionId, MicroPrice, MicroUsd, Seconds, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, type From, known, statement } from '../../store/engine/statement.ts'
import { CONDITIONS, MARKETS, TOKENS, TRADERS } from '../../store/tables.ts'
import { ALERT_GRADES, ALERTS } from './alert-tables.ts'

/** An alert with all joined facts, as the store reads it. */
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

/** Alerts `a` with their traders `t`, tokens `k` and markets `m`, the tables that filters name. */
export const namedAlerts = (from: From) =>
  from(as(ALERTS, 'a'))
    .join(as(TRADERS, 't'), 't.id', 'a.trader_id')
    .join(as(TOKENS, 'k'), 'k.id', 'a.token_id')
    .leftJoin(as(MARKETS, 'm'), 'm.condition_id', 'k.condition_id')

/** {@link namedAlerts} with the columns of an {@link AlertRow}. */
export const selectAlerts = (from: From, alerts = namedAlerts(from)) =>
  alerts
    .leftJoin(as(CONDITIONS, 'c'), 'c.id', 'k.condition_id')
    .leftJoin(as(ALERT_GRADES, 'g'), 'g.seq', 'a.seq')
    .select(
      'a.seq',
      'a.tx',
      't.address',
      't.username',
      't.profile_image',
      't.x_username',
      't.verified',
      'k.token as tokenName',
      'k.outcome',
      'k.outcome_name',
      'c.condition',
      'm.question',
      'm.slug',
      'm.category',
      'a.role',
      'a.order_hash',
      'g.after_hour',
      'g.after_day',
      'g.payout',
      // A retraction lacks these, and has no trader to join with.
      known('a.fill_key'),
      known('a.time'),
      known('a.trader_id as trader'),
      known('a.token_id as token'),
      known('a.side'),
      known('a.shares'),
      known('a.usd'),
      known('a.boards'),
    )

const ALERTS_BY_NUMBER = statement((from, { seqs }: { seqs: readonly number[] }) =>
  selectAlerts(from).whereAnyOf('a.seq', 'int', seqs).orderBy('a.seq'),
)

/** Alerts by number, in the order of the chain. By primary key. */
export async function alertRows(sql: Sql, seqs: readonly number[]): Promise<AlertRow[]> {
  return ALERTS_BY_NUMBER.all(sql, { seqs })
}

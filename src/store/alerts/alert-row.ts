import type { Address, ConditionId, MicroPrice, MicroUsd, Seconds, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'

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
  /** How coarse everybody sees it; null where nobody does, or it is not decided. */
  level: number | null
  /** Its market's category when that was decided. */
  publicCategory: string | null
  /** The lowest number of those that show the same. */
  crowd: number | null
  /** The number of the alert whose label it has. */
  publicLabel: number | null
  /** The end of the hour, day or week that is shown as its time. */
  shownUntil: Seconds | null
}

/** The head of every statement that reads alerts `a` as {@link AlertRow}. */
export const SELECT_ALERTS =
  'SELECT a.seq, a.fill_key AS "fillKey", a.tx, a.time, a.trader_id AS trader, t.address, t.username, ' +
  't.profile_image AS "profileImage", t.x_username AS "xUsername", t.verified, a.token_id AS token, k.token AS "tokenName", ' +
  'k.outcome, k.outcome_name AS "outcomeName", c.condition, m.question, m.slug, m.category, a.side, a.role, a.shares, a.usd, ' +
  'a.order_hash AS "orderHash", a.boards, g.after_hour AS "afterHour", g.after_day AS "afterDay", g.payout, p.level, ' +
  'p.category AS "publicCategory", p.crowd, p.label AS "publicLabel", p.shown_until AS "shownUntil" FROM alerts a JOIN traders t ON t.id = a.trader_id JOIN tokens k ON k.id = a.token_id ' +
  'LEFT JOIN conditions c ON c.id = k.condition_id LEFT JOIN markets m ON m.condition_id = k.condition_id ' +
  'LEFT JOIN alert_grades g ON g.seq = a.seq LEFT JOIN public_alerts p ON p.seq = a.seq'

/** The alerts of some numbers, in the order of the chain. By primary key. */
export async function alertRows(sql: Sql, seqs: readonly number[]): Promise<AlertRow[]> {
  return sql.all<AlertRow>(`${SELECT_ALERTS} WHERE ${sql.isIn('a.seq', 'int')} ORDER BY a.seq`, [
    sql.list(seqs),
  ])
}

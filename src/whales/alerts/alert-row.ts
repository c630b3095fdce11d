import type { Address, ConditionId, MicroPrice, MicroUsd, Seconds, TokenId } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { as, type From, known, statement } from '../../store/engine/statement.ts'
import type { Table } from '../../store/engine/table.ts'
import { CONDITIONS, MARKETS, TOKENS, TRADERS } from '../../store/tables.ts'

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

/**
 * The radar's chain: each row holds the SHA-256 of the one before and of its own contents (alert-chain.ts), and never
 * changes. `kind` 0 is an alert; 1 retracts the alert `of_seq`, after the chain took its fill back, and has no other
 * columns.
 */
export const ALERTS = {
  name: 'alerts',
  key: ['seq'],
  notNull: ['kind', 'hash'],
  indexes: [
    ['fill_key'],
    ['of_seq'],
    ['time', 'seq'],
    ['token_id', 'time', 'seq'],
    ['trader_id', 'time', 'seq'],
  ],
  columns: {
    seq: 'int',
    kind: 'int',
    of_seq: 'int',
    fill_key: 'int',
    tx: 'blob',
    time: 'int',
    week: 'int',
    trader_id: 'int',
    token_id: 'int',
    side: 'int',
    role: 'int',
    shares: 'int',
    usd: 'int',
    order_hash: 'blob',
    boards: 'text',
    hash: 'blob',
  },
} as const satisfies Table

/**
 * The marks of an alert's token, each written once the ledger has reached its time and null until then; `block` is the
 * ledger's last block then, so that a reorg of it drops the marks.
 */
export const ALERT_GRADES = {
  name: 'alert_grades',
  key: ['seq'],
  columns: { seq: 'int', after_hour: 'int', after_day: 'int', payout: 'int', block: 'int' },
} as const satisfies Table

/**
 * One row: the time of the earliest fill since the radar's last pass (null for none), the rules of that pass, and the
 * key that encrypts the alerts' numbers into ids.
 */
export const ALERTS_STATE = {
  name: 'alerts_state',
  key: ['id'],
  notNull: ['rules', 'id_key'],
  columns: { id: 'int', since: 'int', rules: 'text', id_key: 'blob' },
} as const satisfies Table

import type { Table } from '../../store/engine/table-types.ts'

/**
 * The radar's chain: each row holds the SHA-256 of the one before and of its own contents (alert-hash.ts), and never
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

import type { Table } from '../engine/table-types.ts'

/**
 * The radar's chain: each row holds the SHA-256 of the one before and of what it says itself (alert-hash.ts), and is
 * never changed. `kind` 0 is an alert; 1 is the retraction of the alert `of_seq`, whose fill the chain took back, and
 * holds nothing else.
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
 * The marks of an alert's token, each written when the ledger had come so far and null until then; `block` is the
 * ledger's last block then, so that they are made again when it is taken back.
 */
export const ALERT_GRADES = {
  name: 'alert_grades',
  key: ['seq'],
  columns: { seq: 'int', after_hour: 'int', after_day: 'int', payout: 'int', block: 'int' },
} as const satisfies Table

/**
 * One row: the time of the earliest fill that came since the radar last looked (null where none did), the rules that
 * it looked by, and the key under which the alerts' numbers become their ids.
 */
export const ALERTS_STATE = {
  name: 'alerts_state',
  key: ['id'],
  notNull: ['rules', 'id_key'],
  columns: { id: 'int', since: 'int', rules: 'text', id_key: 'blob' },
} as const satisfies Table

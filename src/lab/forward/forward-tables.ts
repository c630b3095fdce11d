import { type Table, text } from '../../store/engine/table.ts'
import type { EntryKind } from './entries.ts'

/**
 * Rules that run forward on paper. The id is random. `rule` is JSON; it copies from `start` (seconds of the ledger) on. A process runs it next
 * at `next_at`, if the ledger's version is not the one that it was run at. Blocks from `recheck` on were taken back since; null: none were.
 */
export const LAB_RULES = {
  name: 'lab_rules',
  key: ['id'],
  notNull: ['account_id', 'rule', 'start', 'state', 'next_at', 'version'],
  indexes: [['account_id'], ['state', 'next_at']],
  columns: {
    id: 'text',
    account_id: 'int',
    title: 'text',
    rule: 'text',
    start: 'int',
    state: text<'RUNNING' | 'ENDED'>(),
    next_at: 'int',
    version: 'int',
    recheck: 'int',
  },
} as const satisfies Table

/**
 * The records of these rules: each row holds the SHA-256 of the one before of its rule and of its own contents with a random `nonce`, without
 * which nobody can tell from the hash whether a guess of hidden contents is right. It never changes. `at` is the
 * ledger's time when it was appended.
 */
export const LAB_ENTRIES = {
  name: 'lab_entries',
  key: ['rule_id', 'seq'],
  notNull: ['kind', 'time', 'at', 'contents', 'nonce', 'hash'],
  columns: {
    rule_id: 'text',
    seq: 'int',
    kind: text<EntryKind>(),
    time: 'int',
    at: 'int',
    trader_id: 'int',
    token_id: 'int',
    event: 'int',
    contents: 'text',
    nonce: 'text',
    hash: 'blob',
  },
} as const satisfies Table

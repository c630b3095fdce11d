import { RUN_COLUMNS, RUN_INDEXES, RUN_NOT_NULL } from '../../accounts/run-queue.ts'
import type { Table } from '../../store/engine/table.ts'

/**
 * Trials of rules. Those of account 0 are the examples, which everybody reads; `title` is theirs. `rule` and the packed `report` and
 * `copies` are JSON. `part` is how much is done, in thousandths; `draws` are those of a
 * trial under way, from which another process continues.
 */
export const LAB_RUNS = {
  name: 'lab_runs',
  key: ['id'],
  notNull: [...RUN_NOT_NULL, 'hash', 'rule', 'from_day', 'to_day', 'part'],
  indexes: RUN_INDEXES,
  columns: {
    ...RUN_COLUMNS,
    title: 'text',
    hash: 'text',
    rule: 'text',
    from_day: 'int',
    to_day: 'int',
    part: 'int',
    draws: 'text',
    report: 'blob',
    copies: 'blob',
  },
} as const satisfies Table

/** Every rule that an account has tried, whether or not the trial is kept: each makes a lucky result likelier. */
export const LAB_TRIES = {
  name: 'lab_tries',
  key: ['account_id', 'hash'],
  notNull: 'all',
  columns: { account_id: 'int', hash: 'text', from_day: 'int', to_day: 'int' },
} as const satisfies Table

import { type Table, text } from '../../store/engine/table-types.ts'

/** The state of a trial: WAITING until a process takes it, and again after one that ended before the trial did. */
export type RunState = 'WAITING' | 'RUNNING' | 'DONE' | 'FAILED' | 'CANCELLED'

/**
 * Trials of rules. The id is random. Those of account 0 are the examples, which everybody reads; `title` is theirs. `rule` and the
 * packed `report` and `copies` are JSON. `holder` runs or ran it: until `until` (seconds) nobody takes it over. `part` is how much is done, in thousandths.
 */
export const LAB_RUNS = {
  name: 'lab_runs',
  key: ['id'],
  notNull: [
    'account_id',
    'hash',
    'rule',
    'from_day',
    'to_day',
    'state',
    'part',
    'created_at',
    'expires_at',
    'attempts',
    'holder',
    'until',
  ],
  indexes: [['account_id'], ['state'], ['expires_at']],
  columns: {
    id: 'text',
    account_id: 'int',
    title: 'text',
    hash: 'text',
    rule: 'text',
    from_day: 'int',
    to_day: 'int',
    state: text<RunState>(),
    part: 'int',
    created_at: 'int',
    expires_at: 'int',
    report: 'blob',
    copies: 'blob',
    problem: 'text',
    attempts: 'int',
    holder: 'text',
    until: 'int',
  },
} as const satisfies Table

/** Every rule that an account has tried, whether or not the trial is kept: each makes a lucky result likelier. */
export const LAB_TRIES = {
  name: 'lab_tries',
  key: ['account_id', 'hash'],
  notNull: 'all',
  columns: { account_id: 'int', hash: 'text', from_day: 'int', to_day: 'int' },
} as const satisfies Table

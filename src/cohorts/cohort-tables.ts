import type { Table } from '../store/engine/table-types.ts'

/** The weeks with fixed members of a cohort; `week` is the Monday. A fixed week may have no members. */
export const COHORT_WEEKS = {
  name: 'cohort_weeks',
  key: ['cohort', 'week'],
  notNull: 'all',
  columns: { cohort: 'text', week: 'int', members: 'int' },
} as const satisfies Table

/** A cohort's members in an ISO week, `place` 1 being the best: written once and kept forever. */
export const COHORT_MEMBERS = {
  name: 'cohort_members',
  key: ['cohort', 'week', 'place'],
  notNull: 'all',
  indexes: [['trader_id', 'week']],
  clustered: true,
  columns: { cohort: 'text', week: 'int', place: 'int', trader_id: 'int' },
} as const satisfies Table

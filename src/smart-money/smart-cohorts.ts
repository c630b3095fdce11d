import { COHORT_SIZE } from '../cohorts/cohorts.ts'

export const MOST_MEMBERS = COHORT_SIZE

/** The cohorts of smart money (methodology §9): their names in GraphQL, on the wire and in the store. */
export const SMART_COHORTS = [
  { name: 'TOP_PNL', wire: 'top-pnl', says: 'The top 100 of the leaderboard pnl-all.' },
  {
    name: 'MOST_CONSISTENT',
    wire: 'most-consistent',
    says: 'The top 100 of the leaderboard consistent-all.',
  },
  {
    name: 'HIGH_CONVICTION',
    wire: 'high-conviction',
    says: 'The 100 most profitable traders who hold at least 80% of the shares they buy to resolution, with at least 80% of fills BUYs and at least 10 decided units.',
  },
] as const

export type SmartCohort = (typeof SMART_COHORTS)[number]['wire']

import { SMART_COHORTS } from '../../smart-money/smart-cohorts.ts'
import { builder } from '../kit/builder.ts'

/** The cohorts in GraphQL; each value carries its name on the wire in `extensions.wire`. */
export const SmartCohortEnum = builder.enumType('SmartCohort', {
  description: 'Up to 100 traders whose membership is fixed for an ISO week, on Monday 00:00 UTC.',
  values: Object.fromEntries(
    SMART_COHORTS.map(({ name, wire, says }) => [
      name,
      { value: wire, description: says, extensions: { wire } },
    ]),
  ),
})

/** The cohort of answers for whoever names none. */
export const DEFAULT_COHORT = SMART_COHORTS[0].wire

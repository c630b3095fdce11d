import { MOST_MEMBERS, SMART_COHORTS } from '../../smart-money/smart-cohorts.ts'
import { builder } from '../kit/builder.ts'

/** The cohorts in GraphQL; each value carries its name on the wire in `extensions.wire`. */
export const SmartCohortEnum = builder.enumType('SmartCohort', {
  description: `The cohorts: up to ${MOST_MEMBERS} traders each, fixed every ISO week on Monday at 00:00 UTC.`,
  values: Object.fromEntries(
    SMART_COHORTS.map(({ name, wire, says }) => [
      name,
      { value: wire, description: says, extensions: { wire } },
    ]),
  ),
})

/** The default cohort. */
export const DEFAULT_COHORT = SMART_COHORTS[0].wire

import { PERIODS } from '../../metrics/periods.ts'
import { builder } from '../kit/builder.ts'

/** The periods in GraphQL; each value carries its name on the wire in `extensions.wire`. */
export const PeriodEnum = builder.enumType('Period', {
  description: 'A period of UTC days ending on the day of the cutoff.',
  values: Object.fromEntries(
    PERIODS.map((period) => [
      period.name,
      { value: period.name, description: describe(period.days), extensions: { wire: period.wire } },
    ]),
  ),
})

function describe(days: number | null): string {
  if (days === null) return "All time, from the ledger's first event."
  return `The UTC day of the cutoff and the ${days - 1} days before it.`
}

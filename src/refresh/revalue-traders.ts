import type { AllStandings } from './basis.ts'
import type { ValueChanges } from './read-value-changes.ts'
import { moveStanding } from './standings.ts'

/**
 * Moves the profit of traders whose holdings are worth more or less at the cutoff, and of whom nothing else changed: by the
 * change, in every period.
 */
export function revalueTraders(changes: ValueChanges, standings: AllStandings): void {
  for (const ofPeriod of standings.now.values())
    for (const [trader, { value }] of changes) if (value !== 0) moveStanding(ofPeriod, trader, value)
}

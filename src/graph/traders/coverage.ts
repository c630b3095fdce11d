import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import type { TraderProfile } from '../kit/loaders.ts'

/** Whether the ledger is complete for a trader. */
export const CoverageEnum = builder.enumType('Coverage', {
  description: "Whether the ledger holds a trader's complete history.",
  values: {
    OK: { description: 'Complete as far as known: the ledger saw every share arrive before it left.' },
    PARTIAL: {
      description:
        'Shares left that the ledger had not seen arrive. They count with no profit, so profit can be too low or too high.',
    },
    GAP: {
      description:
        'An event moved shares of a market whose tokens the ledger does not know yet: ' +
        'the event is in no number. Takes precedence over PARTIAL.',
    },
  } as const,
})

/** Returns a trader's coverage in its snapshot, as `pequod verify` reports it for the same ledger. */
export function coverageOf(
  { row, numbers, snapshot }: TraderProfile,
  loaders: RequestContext['loaders'],
): Promise<'OK' | 'PARTIAL' | 'GAP'> {
  return coverageIn({ trader: row.id, isPartial: numbers.untracked > 0, snapshot }, loaders)
}

/** Returns the coverage of a trader by id. `isPartial` says whether it is not OK. */
export async function coverageIn(
  { trader, isPartial, snapshot }: { trader: number; isPartial: boolean; snapshot: Snapshot },
  loaders: RequestContext['loaders'],
): Promise<'OK' | 'PARTIAL' | 'GAP'> {
  const { traders } = await loaders(snapshot).gaps()
  return traders.has(trader) ? 'GAP' : isPartial ? 'PARTIAL' : 'OK'
}

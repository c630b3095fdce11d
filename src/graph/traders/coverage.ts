import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import type { TraderProfile } from '../kit/loaders.ts'

/** Whether the ledger has seen all that a trader did. */
export const CoverageEnum = builder.enumType('Coverage', {
  description: 'Whether the ledger holds everything that a trader did.',
  values: {
    OK: { description: 'No gap is known: every share that left had been seen to come.' },
    PARTIAL: {
      description:
        'Shares left that the ledger had not seen come. They earn nothing, so profit can be too low or too high.',
    },
    GAP: {
      description:
        'An event moved shares that the ledger cannot name, since the tokens of its market are not known to it yet: ' +
        'the event does not count in any number. It outranks PARTIAL.',
    },
  } as const,
})

/** How much of what the trader did its snapshot counts: what `pequod verify` says of the same ledger. */
export async function coverageOf(
  {
    row,
    numbers,
    snapshot,
  }: Pick<TraderProfile, 'row' | 'snapshot'> & { numbers: Pick<TraderProfile['numbers'], 'untracked'> },
  loaders: RequestContext['loaders'],
): Promise<'OK' | 'PARTIAL' | 'GAP'> {
  const { traders } = await loaders(snapshot).gaps()
  return traders.has(row.id) ? 'GAP' : numbers.untracked > 0 ? 'PARTIAL' : 'OK'
}

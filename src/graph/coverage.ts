import { builder } from './builder.ts'

/** Whether the ledger has seen all that a trader did. */
export const CoverageEnum = builder.enumType('Coverage', {
  description: 'Whether the ledger holds everything that a trader did.',
  values: {
    OK: { description: 'No gap is known: every share that left had been seen to come.' },
    PARTIAL: {
      description:
        'Shares left that the ledger had not seen come. They earn nothing, so profit can be too low or too high.',
    },
  } as const,
})

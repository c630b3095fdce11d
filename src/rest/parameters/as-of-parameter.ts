import type { GivenParameter } from '../routes/route.ts'

/** The parameter `asOf` of every path that has one. */
export const AS_OF: GivenParameter = {
  name: 'asOf',
  in: 'query',
  required: false,
  description:
    "A UTC day: the answer as of that day's close, which is then the cutoff's time and generatedAt. From the ledger's first day to the day of the current cutoff. Default: the current snapshot.",
  example: '',
}

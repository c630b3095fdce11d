import { AS_OF as AS_OF_SENTENCE } from '../../graph/kit/as-of-argument.ts'
import type { GivenParameter } from '../routes/route.ts'

/** The parameter `asOf` of every path that has one. */
export const AS_OF: GivenParameter = {
  name: 'asOf',
  in: 'query',
  required: false,
  description: AS_OF_SENTENCE,
  example: '',
}

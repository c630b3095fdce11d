import { z } from 'zod'

/** What an address looks like, in words that follow an argument's name. */
const EXPECTED = 'must be an address: 0x and 40 hexadecimal digits, in any case (^0[xX][0-9a-fA-F]{40}$)'

/** An address as a caller writes it: upper and lower case are one, the value is lower case. */
export const addressArgument = z
  .string()
  .regex(/^0x[0-9a-f]{40}$/i, { error: EXPECTED })
  .transform((text) => text.toLowerCase())

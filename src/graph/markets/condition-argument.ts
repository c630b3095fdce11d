import { z } from 'zod'

/** A condition in either case; its value is in lower case. */
export const conditionArgument = z
  .string()
  .regex(/^0[xX][0-9a-fA-F]{64}$/, { error: 'must be a condition: 0x and 64 hexadecimal digits' })
  .transform((value) => value.toLowerCase())

import type { ValueLimits } from '../../../value-limits.ts'

export const ADDRESS = lowerHex(40)
/** A condition, a transaction or an order's hash in an answer. */
export const HASH = lowerHex(64)
/** An address as a caller writes it. */
export const GIVEN_ADDRESS = hexInAnyCase(40)
/** A condition as a caller writes it. */
export const GIVEN_CONDITION = hexInAnyCase(64)
/** Said of an address of a trader. */
export const WALLET_ADDRESS = "The wallet's address: {limits}."
export const CONDITION_ID = "The market's condition id: {limits}."
export const TOKEN: ValueLimits = { pattern: '^[0-9]{1,78}$', form: 'a decimal number of up to 78 digits' }

function lowerHex(digits: number): ValueLimits {
  return { pattern: `^0x[0-9a-f]{${digits}}$`, form: `0x and ${digits} lower-case hex digits` }
}

function hexInAnyCase(digits: number): ValueLimits {
  const form = `0x and ${digits} hex digits, in any case`
  return { pattern: `^0[xX][0-9a-fA-F]{${digits}}$`, form, anyCase: true }
}

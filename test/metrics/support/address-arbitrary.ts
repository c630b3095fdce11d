import fc from 'fast-check'
import type { Address } from '../../../src/ledger/quantities.ts'

/** The wallet with the given number. */
export function wallet(number: bigint): Address {
  return `0x${number.toString(16).padStart(40, '0')}` as Address
}

export const address = fc.bigInt({ min: 1n, max: 2n ** 160n - 1n }).map(wallet)

export const ADDRESS = wallet(0xaan)

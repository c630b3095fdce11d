import { GraphQLError } from 'graphql'
import type { Address, Hash } from '../../../ledger/quantities.ts'
import { builder } from '../builder.ts'

/** A wallet or contract of the chain. */
export const AddressScalar = builder.scalarType('Address', {
  description: 'An address on the chain: 0x and 40 lower-case hex digits; as input in any case.',
  serialize: (address) => address,
  parseValue: (value) => hexOf(value, 40) as Address,
})

export const HashScalar = builder.scalarType('Hash', {
  description:
    'A 32-byte hash, such as a transaction or a condition id: 0x and 64 lower-case hex digits; as input in any case.',
  serialize: (hash) => hash,
  parseValue: (value) => hexOf(value, 64) as Hash,
})

function hexOf(value: unknown, digits: number): string {
  const text = typeof value === 'string' ? value.toLowerCase() : ''
  if (text.length === digits + 2 && /^0x[0-9a-f]+$/.test(text)) return text
  throw new GraphQLError(`must be 0x and ${digits} hexadecimal digits, in any case`)
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  conditionOfStructuredToken,
  outcomeOfStructuredToken,
  structuredTokensOf,
} from '../../src/chain/ids.ts'
import type { TokenId } from '../../src/ledger/quantities.ts'

const part = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n })

test('a structured token gives its condition and outcome, and the condition both tokens', () => {
  fc.assert(
    fc.property(
      part(8),
      part(128),
      part(16),
      part(16),
      part(16),
      fc.constantFrom(0n, 1n),
      (module, base, arity, chain, index, outcome) => {
        const text = [
          [module, 2],
          [base, 32],
          [arity, 4],
          [0n, 16],
          [chain, 4],
          [index, 4],
          [outcome, 2],
        ]
          .map(([value, digits]) => value?.toString(16).padStart(Number(digits), '0'))
          .join('')
        const token = BigInt(`0x${text}`).toString() as TokenId
        const condition = conditionOfStructuredToken(token)
        expect(condition).toBe(`0x${text.slice(0, 62)}00`)
        expect(outcomeOfStructuredToken(token)).toBe(Number(outcome))
        expect(structuredTokensOf(condition)[Number(outcome)]).toBe(token)
      },
    ),
  )
})

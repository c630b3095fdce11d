import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decimalText, parseDecimal, timesMicro, toMicro } from '../../src/sources/decimal.ts'

const parsed = (text: string) => parseDecimal(text) ?? { digits: -1n, scale: 0 }
const micro = (text: string) => toMicro(parsed(text))

/** Rounds by hand, digit by digit: the seventh decimal decides. */
function slowMicro(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.')
  const padded = fraction.padEnd(7, '0')
  const floor = BigInt(whole + padded.slice(0, 6))
  return Number(padded[6]) >= 5 ? floor + 1n : floor
}

const decimal = fc
  .tuple(fc.maxSafeNat(), fc.array(fc.nat(9), { minLength: 1, maxLength: 20 }))
  .map(([whole, fraction]) => `${whole}.${fraction.join('')}`)

test('a decimal becomes millionths, rounded half up', () => {
  fc.assert(
    fc.property(decimal, (text) => {
      expect(micro(text)).toBe(slowMicro(text))
    }),
  )
  expect(micro('11.988287999999999')).toBe(11_988_288n)
  expect([micro('0.0000005'), micro('0.00000049'), micro('1e-7'), micro('1.5E3')]).toEqual([
    1n,
    0n,
    0n,
    1_500_000_000n,
  ])
})

test('millionths times a decimal are the exact product, rounded half up', () => {
  fc.assert(
    fc.property(fc.maxSafeNat(), decimal, (amount, text) => {
      const { digits, scale } = parsed(text)
      const product = (BigInt(amount) * digits).toString().padStart(scale + 1, '0')
      const at = product.length - scale
      const rounded = BigInt(product.slice(0, at)) + (Number(product[at] ?? 0) >= 5 ? 1n : 0n)
      expect(timesMicro(BigInt(amount), { digits, scale })).toBe(rounded)
    }),
  )
})

test('equal decimals have one text', () => {
  const texts = ['0.45', '0.450', '00.45', '4.5e-1', '45E-2'].map((text) => decimalText(parsed(text)))
  expect(new Set(texts)).toEqual(new Set(['0.45']))
  expect(decimalText(parsed('1000'))).toBe('1000')
  fc.assert(
    fc.property(fc.double({ min: 1e-20, max: 1e9, noNaN: true, noDefaultInfinity: true }), (value) => {
      const again = parseDecimal(decimalText(parsed(String(value))))
      expect(Number(again && decimalText(again))).toBe(value)
    }),
  )
})

test('text that is no decimal is null', () => {
  for (const text of ['', '-1', '+1', '1,5', '.5', '5.', 'NaN', 'Infinity', '0x10', '1e999', ' 1'])
    expect(parseDecimal(text)).toBeNull()
})

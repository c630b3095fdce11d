/** An exact decimal number of at least 0: `digits` · 10^-`scale`. */
export interface Decimal {
  digits: bigint
  scale: number
}

const DECIMAL = /^(\d{1,40})(?:\.(\d{1,60}))?(?:[eE]([+-]?\d{1,2}))?$/
const MICRO_SCALE = 6

/**
 * Parses a decimal from a file (`0.45`, `1e-7`); null for any other text and for a negative one. A JSON number is
 * passed as its shortest text, so nothing is lost to binary fractions.
 */
export function parseDecimal(text: string): Decimal | null {
  const match = DECIMAL.exec(text)
  if (match === null) return null
  const [, whole = '', fraction = '', exponent = '0'] = match
  const scale = fraction.length - Number(exponent)
  const digits = BigInt(whole + fraction)
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale }
}

/** The number in millionths, rounded half up. */
export function toMicro(value: Decimal): bigint {
  return roundHalfUp(value.digits * 10n ** BigInt(MICRO_SCALE), value.scale)
}

/** `micro` · `factor`, rounded half up to a whole number: millionths stay millionths. */
export function timesMicro(micro: bigint, factor: Decimal): bigint {
  return roundHalfUp(micro * factor.digits, factor.scale)
}

/** The one text of the number: no exponent, no zeros that say nothing. */
export function decimalText({ digits, scale }: Decimal): string {
  const text = digits.toString().padStart(scale + 1, '0')
  const whole = text.slice(0, text.length - scale)
  const fraction = text.slice(text.length - scale).replace(/(?<!0)0+$/, '')
  return fraction === '' ? whole : `${whole}.${fraction}`
}

function roundHalfUp(digits: bigint, scale: number): bigint {
  const unit = 10n ** BigInt(scale)
  return (2n * digits + unit) / (2n * unit)
}

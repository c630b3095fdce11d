/** How many decimals a text has. */
interface Decimals {
  /** @default 0 */
  least?: number
  /** @default 1 */
  most?: number
}

/** A fraction as pages, messages and the CLI print it: `85%`, without a space. */
export function percentOf(share: number, decimals: Decimals = {}): string {
  return `${hundredfold(share, decimals)}%`
}

/** A price from 0 to 1 as pages, messages and the CLI print it: `66¢`, without a space. */
export function centsOf(price: number, decimals: Decimals = {}): string {
  return `${hundredfold(price, decimals)}¢`
}

function hundredfold(value: number, { least = 0, most = 1 }: Decimals): string {
  return (value * 100).toLocaleString('en', { minimumFractionDigits: least, maximumFractionDigits: most })
}

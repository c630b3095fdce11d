/** Parses a JSON-RPC quantity (`0x1f`); null for any other value and beyond safe integers. */
export function quantityIn(value: unknown): number | null {
  if (typeof value !== 'string' || !/^0x[0-9a-fA-F]{1,16}$/.test(value)) return null
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : null
}

/** The number as a JSON-RPC quantity: `0x1f`. */
export function quantityOf(number: number): string {
  return `0x${number.toString(16)}`
}

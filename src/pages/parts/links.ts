/** Parameters of an address by name; what is null, empty or undefined is left out. */
export type AddressParameters = Readonly<Record<string, string | number | null | undefined>>

/** A path with a query. */
export function address(path: string, parameters: AddressParameters = {}): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** The page of a trader. */
export function traderPath(trader: string): string {
  return `/trader/${encodeURIComponent(trader)}`
}

/** The page of a market. @param condition its condition id */
export function marketPath(condition: string): string {
  return `/market/${encodeURIComponent(condition)}`
}

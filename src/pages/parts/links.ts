/** Parameters of a URL by name; null, empty and undefined ones are omitted. */
export type AddressParameters = Readonly<Record<string, string | number | null | undefined>>

/** Returns a path with a query. */
export function address(path: string, parameters: AddressParameters = {}): string {
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === null || value === undefined || value === '' ? [] : [[name, String(value)]],
  )
  return given.length === 0 ? path : `${path}?${new URLSearchParams(given)}`
}

/** Returns the path of a trader's page. */
export function traderPath(trader: string): string {
  return `/trader/${encodeURIComponent(trader)}`
}

/** The page of a market. @param condition its condition id */
export function marketPath(condition: string): string {
  return `/market/${encodeURIComponent(condition)}`
}

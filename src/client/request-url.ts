/** A parameter of a path or a query; what is undefined is left out. */
export type ParameterValue = string | number | boolean | undefined

/**
 * The address of a request: parameters named in braces go into the path, the others into the query.
 * @param path such as `/v1/leaderboard/{id}`
 * @throws TypeError where a parameter of the path is missing or empty, which would be another path
 */
export function requestUrl(
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, ParameterValue>>,
): string {
  const rest = new Map(Object.entries(parameters))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    if (value === undefined || value === '') throw new TypeError(`${name} is missing: ${path} needs it.`)
    return encodeSegment(String(value))
  })
  const query = new URLSearchParams()
  for (const [name, value] of rest) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return `${baseUrl.replace(/(?<!\/)\/+$/, '')}${filled}${text === '' ? '' : `?${text}`}`
}

/** Dots alone would be a step in the tree of paths: servers and `fetch` resolve `..` before a route sees it. */
function encodeSegment(value: string): string {
  const encoded = encodeURIComponent(value)
  if (encoded === '.' || encoded === '..') throw new TypeError(`${value} is no name that a path can hold.`)
  return encoded
}

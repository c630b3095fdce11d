/** A parameter of a path or a query; undefined is omitted. */
export type ParameterValue = string | number | boolean | undefined

/** A value in a JSON body; undefined is omitted. */
export type BodyValue = ParameterValue | readonly (string | number)[] | Readonly<Record<string, unknown>>

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
  const { filled, rest } = fillPath(path, parameters)
  const query = new URLSearchParams()
  for (const [name, value] of rest) if (value !== undefined) query.set(name, String(value))
  const text = query.toString()
  return `${rootOf(baseUrl)}${filled}${text === '' ? '' : `?${text}`}`
}

/** The address and the body of a change: parameters named in braces go into the path, the others into the body. */
export function changeRequest(
  baseUrl: string,
  path: string,
  parameters: Readonly<Record<string, BodyValue>>,
): { url: string; body: string | undefined } {
  const { filled, rest } = fillPath(path, parameters)
  const body = rest.size === 0 ? undefined : JSON.stringify(Object.fromEntries(rest))
  return { url: `${rootOf(baseUrl)}${filled}`, body }
}

function rootOf(baseUrl: string): string {
  return baseUrl.replace(/(?<!\/)\/+$/, '')
}

function fillPath<Value>(path: string, parameters: Readonly<Record<string, Value>>) {
  const rest = new Map(Object.entries(parameters))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    if (value === undefined || value === '') throw new TypeError(`${name} is missing: ${path} needs it.`)
    return encodeSegment(String(value))
  })
  return { filled, rest }
}

/** Dots alone would be a step in the tree of paths: servers and `fetch` resolve `..` before a route sees it. */
function encodeSegment(value: string): string {
  const encoded = encodeURIComponent(value)
  if (encoded === '.' || encoded === '..') throw new TypeError(`${value} cannot be part of a path.`)
  return encoded
}

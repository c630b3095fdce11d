/**
 * The header Link to the page that follows (RFC 8288): the path with the request's own parameters, and the cursor.
 * @param url the request's path and query, as it was sent
 */
export function nextLink(path: string, url: string, cursor: string): string {
  const parameters = new URLSearchParams(url.split('?').slice(1).join('?'))
  parameters.set('cursor', cursor)
  return `<${path}?${parameters}>; rel="next"`
}

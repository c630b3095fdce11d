/** Our keys; signed tokens; and the parameters in which others take either. */
const CREDENTIALS = [
  /pq_live_/i,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]*/,
  /[?&](?:access_token|api[-_]?key|x-api-key|authorization)=/i,
]

/** Percent signs of ASCII undone, as far as they are well-formed: enough to read what any server would read. */
function decoded(url: string): string {
  if (!url.includes('%')) return url
  return url.replaceAll(/%([0-7][0-9a-f])/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
}

/** Whether a path and query hold an API key, a signed token, or a parameter meant for one. */
export function holdsCredential(url: string): boolean {
  const text = decoded(url)
  return CREDENTIALS.some((pattern) => pattern.test(text))
}

/** A path and query as a log may show them: what could hold a credential is an ellipsis. */
export function urlWithoutCredentials(url: string): string {
  if (!holdsCredential(url)) return url
  const [path = ''] = url.split('?', 1)
  return holdsCredential(path) ? '/…' : `${path}?…`
}

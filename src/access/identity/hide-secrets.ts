import { PequodError } from '../../errors.ts'

/** Our API keys and the tokens of signed links, well-formed or not. */
const API_KEYS = /pq_(?:live|link)_\w*/gi

/**
 * Parts of base64url joined by dots. The look-behind starts each match at a part's beginning: without it, every
 * position of a long part would scan the rest of it again.
 */
const DOTTED = /(?<![\w-])[\w-]+(?:\.[\w-]+)+\.?/g
/** The beginning of a JSON object in base64url, as in a signed token's first part. */
const OBJECT = /(?<![a-z0-9])eyJ[\w-]/i

/** A first pass that matches hardly any text. */
const MAYBE = /pq_li|eyJ/i

/**
 * Removes API keys and signed tokens, whole or truncated, from a text for log lines and refusals: callers put
 * credentials in the wrong places, and a sentence that quotes the place would pass them on. Linear in the text's
 * length, for any text.
 */
export function hideSecrets(text: string): string {
  if (!MAYBE.test(text)) return text
  return text.replaceAll(API_KEYS, '…').replaceAll(DOTTED, withoutToken)
}

/** Whether a text holds an API key, or a signed token of three parts. */
export function holdsSecret(text: string): boolean {
  if (!MAYBE.test(text)) return false
  if (text.search(API_KEYS) >= 0) return true
  for (const [dotted] of text.matchAll(DOTTED)) {
    const start = tokenStart(dotted)
    if (start !== null && dotted.slice(start).split('.', 3).length === 3) return true
  }
  return false
}

/** Everything after a token's first part may belong to it. */
function withoutToken(dotted: string): string {
  const start = tokenStart(dotted)
  return start === null ? dotted : `${dotted.slice(0, start)}…`
}

/** The index of a token in {@link DOTTED} parts: any part but the last. */
function tokenStart(dotted: string): number | null {
  const start = dotted.search(OBJECT)
  return start >= 0 && dotted.indexOf('.', start) >= 0 && dotted.indexOf('.', start) < dotted.length - 1
    ? start
    : null
}

/** The parameters in which others take keys and tokens. */
const PARAMETER = /[?&](?:access_token|api[-_]?key|x-api-key|authorization)=/i

/** The parameter of a signed link. */
const ACCESS = 'access='

/** A signed link: what it asks for, and the token that may ask for that alone. */
export interface SignedLink {
  /** Path and query without the token. */
  path: string
  token: string
}

/**
 * The one credential that an address may hold: the token of a signed link, for a path of REST. It is taken off before
 * anything else reads the address. Null for an address without one; a repeated one is no token.
 */
export function signedLinkIn(url: string): SignedLink | null {
  const [path = '', query, ...more] = url.split('?')
  if (query === undefined || more.length > 0 || !path.startsWith('/v1/')) return null
  const parts = query.split('&')
  const [token, ...others] = parts.filter((part) => part.startsWith(ACCESS))
  if (token === undefined) return null
  const rest = parts.filter((part) => !part.startsWith(ACCESS)).join('&')
  return {
    path: rest === '' ? path : `${path}?${rest}`,
    token: others.length > 0 ? '' : token.slice(ACCESS.length),
  }
}

/** The address of a signed link. */
export function signedUrl({ path, token }: SignedLink): string {
  return `${path}${path.includes('?') ? '&' : '?'}${ACCESS}${token}`
}

/** Characters of an address that a log shows. */
const LOGGED = 500

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
  return holdsSecret(text) || PARAMETER.test(text)
}

/**
 * Refuses a path and query that hold a credential, whether or not it is a good one.
 * @throws PequodError UNAUTHENTICATED
 */
export function refuseCredentialIn(url: string): void {
  if (!holdsCredential(url)) return
  throw new PequodError(
    'UNAUTHENTICATED',
    'Send credentials in a header, not in the URL, which ends up in logs and histories. Replace the credentials you just sent.',
  )
}

/**
 * A path and query as a log may show them: what could hold a credential is an ellipsis, and so is what comes after
 * 500 characters, which is not read.
 */
export function urlWithoutCredentials(url: string): string {
  const read = url.slice(0, LOGGED)
  const [path = ''] = read.split('?', 1)
  const shown = !mayHold(read) ? read : mayHold(path) ? '/…' : `${path}?…`
  return read === url || shown.endsWith('…') ? shown : `${shown}…`
}

/** Also true of a token that is cut off. */
function mayHold(url: string): boolean {
  const text = decoded(url)
  return PARAMETER.test(text) || hideSecrets(text) !== text
}

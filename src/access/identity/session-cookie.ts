import type { IncomingMessage } from 'node:http'
import { sameHash } from '../../accounts/api-key.ts'
import { csrfTokenOf } from '../../accounts/sessions.ts'
import { PequodError } from '../../errors.ts'

/** The parts of a request that a session cookie depends on. */
export type SessionRequest = Pick<IncomingMessage, 'headers'> &
  Partial<Pick<IncomingMessage, 'method' | 'url'>>

/** A cookie of sign-in: the session itself, the token that a page's changes carry, or a sign-in under way. */
export type SignInCookie = 'session' | 'csrf' | 'attempt'

const NAMES: Readonly<Record<SignInCookie, string>> = {
  session: 'pequod',
  csrf: 'pequod-csrf',
  attempt: 'pequod-sign-in',
}

/** The addresses of programs, where a link from another site never carries a session. */
const PROGRAMS = /^\/(?:v1|graphql|mcp)(?:[/?]|$)/

/**
 * The name of a cookie. `__Host-` binds it to this host over https, so no other host can set it; a browser takes neither
 * `Secure` nor the prefix over plain http, which only loopback uses.
 */
function cookieName(cookie: SignInCookie, isSecure: boolean): string {
  return isSecure ? `__Host-${NAMES[cookie]}` : NAMES[cookie]
}

/**
 * A `Set-Cookie` header.
 * @param seconds until it expires; 0 deletes it
 */
export function setCookie(
  cookie: SignInCookie,
  value: string,
  { seconds, isSecure }: { seconds: number; isSecure: boolean },
): string {
  const attributes = ['Path=/', `Max-Age=${seconds}`, 'SameSite=Lax']
  // The page's script sends this one back in a header; without the session it opens nothing.
  if (cookie !== 'csrf') attributes.push('HttpOnly')
  if (isSecure) attributes.push('Secure')
  return `${cookieName(cookie, isSecure)}=${value}; ${attributes.join('; ')}`
}

/** The value of a cookie that was sent exactly once; null otherwise. Linear in the header's length. */
export function readCookie(
  { headers: { cookie: header } }: SessionRequest,
  cookie: SignInCookie,
  isSecure: boolean,
): string | null {
  if (header === undefined) return null
  const start = `${cookieName(cookie, isSecure)}=`
  const [value, ...more] = header
    .split(';')
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start))
  return value === undefined || more.length > 0 ? null : value.slice(start.length)
}

/**
 * The token of the session that a request may use; null without one. A browser says where a request comes from: the
 * endpoints of programs take the session only from this site's own pages, and pages also from a link elsewhere. A change
 * needs the page's CSRF token as well, or is a form of a page that leads to a page; any other request counts as anonymous.
 * @throws PequodError FORBIDDEN for another session's CSRF token
 */
export function sessionTokenOf(request: SessionRequest, isSecure: boolean): string | null {
  const token = readCookie(request, 'session', isSecure)
  if (token === null) return null
  const { method = 'GET', url = '/', headers } = request
  const from = headers['sec-fetch-site']
  const isReading = method === 'GET' || method === 'HEAD'
  const isLink = isReading && headers['sec-fetch-mode'] === 'navigate' && !PROGRAMS.test(url)
  if (from !== 'same-origin' && !(isReading && from === 'none') && !isLink) return null
  if (isReading) return token
  const given = headers['x-csrf-token']
  // A form without a script carries no token; the browser says that the form is ours.
  if (given === undefined)
    return headers['sec-fetch-mode'] === 'navigate' && !PROGRAMS.test(url) ? token : null
  if (typeof given === 'string' && sameHash(Buffer.from(given), Buffer.from(csrfTokenOf(token)))) return token
  throw new PequodError('FORBIDDEN', 'This page belongs to a session that has ended: reload it.')
}

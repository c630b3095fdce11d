// @ts-check
// The reader's credentials: a pasted key stays in this tab and goes to this service alone; sign-in is a cookie.

const NAME = 'pequod-key'

/** @returns {string | null} */
export function readKey() {
  return sessionStorage.getItem(NAME)
}

/** @param {string} key */
export function keepKey(key) {
  sessionStorage.setItem(NAME, key)
}

export function forgetKey() {
  sessionStorage.removeItem(NAME)
}

/** The token that changes of a signed-in reader carry; null for any other reader. */
function csrfToken() {
  const [, token = null] = /(?:^|; )(?:__Host-)?pequod-csrf=([\w-]+)/.exec(document.cookie) ?? []
  return token
}

/** Whether the reader may be known: by a key in this tab, or by sign-in. */
export function isKnown() {
  return readKey() !== null || csrfToken() !== null
}

/**
 * Returns the headers with the credentials. The session of sign-in is a cookie, which no script reads.
 * @param {string | null} key
 * @returns {Record<string, string>}
 */
export function credentials(key = readKey()) {
  const token = csrfToken()
  if (key === null) return token === null ? {} : { 'X-CSRF-Token': token }
  return key.includes('.') ? { Authorization: `Bearer ${key}` } : { 'X-API-Key': key }
}

/**
 * A page of this service as its reader may see it; null where it could not be had.
 * @param {string} address
 * @returns {Promise<Document | null>}
 */
export async function fetchPage(address) {
  const answer = await fetch(address, { headers: { Accept: 'text/html', ...credentials() } })
  if (answer.status === 429 || answer.status >= 500) return null
  return new DOMParser().parseFromString(await answer.text(), 'text/html')
}

/**
 * Runs an operation that the page names. Rejects with an Error whose message is for the reader.
 * @param {string} documentId
 * @param {object} [variables]
 * @returns {Promise<{ data: any, once: string[] }>} the answer, and the secrets in it, which are never shown again
 */
export async function ask(documentId, variables) {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { ...credentials(), 'Content-Type': 'application/json' },
    body: JSON.stringify({ documentId, variables }),
  }).catch(() => null)
  if (answer === null) throw new Error('The service is unavailable: try again in a moment.')
  /** @type {string[]} */
  const once = []
  const { data, errors, detail } = JSON.parse(await answer.text(), (name, value) => {
    if (name === 'once') once.push(value)
    return value
  })
  const failure = errors?.[0]?.message ?? detail
  if (failure) throw new Error(failure)
  return { data, once }
}

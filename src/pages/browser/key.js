// @ts-check
// The key or token that a reader pasted: it stays in this tab, and goes to this service alone.

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

/**
 * The headers that say who asks.
 * @param {string | null} key
 * @returns {Record<string, string>}
 */
export function credentials(key = readKey()) {
  if (key === null) return {}
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

// @ts-check
// The reader's credentials: a pasted key goes to this service alone, and stays in this tab, or on this device if its reader chose so;
// sign-in is a cookie.

const NAME = 'pequod-key'

/** @returns {string | null} */
export function readKey() {
  return sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME)
}

/** @param {string} key @param {boolean} isRemembered true: on this device, also after its tab is closed */
export function keepKey(key, isRemembered = false) {
  forgetKey()
  const storage = isRemembered ? localStorage : sessionStorage
  storage.setItem(NAME, key)
}

export function forgetKey() {
  sessionStorage.removeItem(NAME)
  localStorage.removeItem(NAME)
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

/** Milliseconds for which a new view waits for the end of a click; a menu may keep it for itself. */
const LONGEST_CLICK = 3_000

let released = Promise.resolve()
addEventListener(
  'pointerdown',
  () => {
    released = new Promise((resolve) => {
      const end = () => setTimeout(resolve)
      for (const name of ['pointerup', 'pointercancel']) addEventListener(name, end, { once: true })
      setTimeout(resolve, LONGEST_CLICK)
    })
  },
  true,
)

/** Resolves after the click of the button that is pressed: a target that is taken away before would lose it. */
export function afterClick() {
  return released
}

/** The longest wait for a page that came too soon after others, in seconds. */
const MOST_WAIT = 5

/**
 * A page of this service as its reader may see it; null where it could not be had. One that is refused for its haste is asked for
 * once more. It takes the place of what is shown, so it comes after the click of a pressed button, which would be lost with its target.
 * @param {string} address
 * @param {boolean} isAgain
 * @returns {Promise<Document | null>}
 */
export async function fetchPage(address, isAgain = false) {
  const answer = await fetch(address, { headers: { Accept: 'text/html', ...credentials() } })
  const wait = Number(answer.headers.get('Retry-After') ?? Number.NaN)
  if (answer.status === 429 && wait <= MOST_WAIT && !isAgain) {
    await new Promise((resolve) => setTimeout(resolve, wait * 1_000))
    return fetchPage(address, true)
  }
  if (answer.status === 429 || answer.status >= 500) return null
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html')
  // A parser without scripts makes elements of what these hold, and a refresh among them would load the page again.
  for (const unscripted of page.querySelectorAll('noscript')) unscripted.remove()
  await released
  return page
}

/**
 * Offers push messages to this browser where a place has the offer. Few pages do, and none waits for that script to be seen.
 * @param {Element | null | undefined} place
 */
export async function offerPush(place) {
  if (place?.querySelector('[data-push]')) await (await import('./push.js')).offerPush(place)
}

export const UNAVAILABLE = 'The service is unavailable: try again in a moment.'

/**
 * A body of JSON; a proxy may send something else.
 * @param {string} text
 * @param {(name: string, value: any) => any} visit
 */
function parsed(text, visit) {
  try {
    return JSON.parse(text, visit)
  } catch {
    return { detail: UNAVAILABLE }
  }
}

/**
 * Posts JSON to this service with the reader's key or session. Rejects with an Error whose message is for the reader.
 * @param {string} path
 * @param {object} body
 * @param {(name: string, value: any) => any} visit called with each value of the answer
 * @returns {Promise<any>} the answer
 */
export async function post(path, body, visit = (_name, value) => value) {
  const answer = await fetch(path, {
    method: 'POST',
    headers: { ...credentials(), 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => null)
  if (answer === null) throw new Error(UNAVAILABLE)
  const read = parsed(await answer.text(), visit)
  const failure = read.errors?.[0]?.message ?? read.detail ?? (answer.ok ? null : UNAVAILABLE)
  if (failure) throw new Error(failure)
  return read
}

/**
 * Runs an operation that the page names. Rejects as {@link post}.
 * @param {string} documentId
 * @param {object} [variables]
 * @returns {Promise<{ data: any, once: string[] }>} the answer, and the secrets in it, which are never shown again
 */
export async function ask(documentId, variables) {
  /** @type {string[]} */
  const once = []
  const { data } = await post('/graphql', { documentId, variables }, (name, value) => {
    if (name === 'once') once.push(value)
    return value
  })
  return { data, once }
}

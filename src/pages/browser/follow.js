// @ts-check
// The star of a trader or a market, which follows it: the account's channels then get notifications.
import { ask, isKnown, offerPush } from './key.js'

/** The topic that a reader wanted to follow before signing in. */
const WANTED = 'pequod-follow'

/** Counts the beginnings and ends of changes: odd while one is sent. An answer across one may be older than it. */
let changes = 0

async function enliven() {
  const star = starOf()
  if (star === null) return
  star.closest('[data-scripted]')?.removeAttribute('hidden')
  const read = isKnown() ? readState(star) : Promise.resolve()
  star.addEventListener('click', () => press(star, read))
  const topic = star.dataset.star
  if (!isKnown() || sessionStorage.getItem(WANTED) !== topic) return
  sessionStorage.removeItem(WANTED)
  await read
  if (!isFollowed(star)) await turn(star)
}

/** The page's star; null if it has none. */
function starOf() {
  const star = document.querySelector('[data-star]')
  return star instanceof HTMLElement ? star : null
}

/** @param {HTMLElement} star */
function isFollowed(star) {
  return star.getAttribute('aria-pressed') === 'true'
}

/** @param {HTMLElement} star */
async function readState(star) {
  const before = changes
  const { asked = '', star: topic } = star.dataset
  const { data } = await ask(asked, { topic }).catch(() => ({ data: null }))
  if (changes !== before) return
  const follow = data?.viewer.follow
  mark(star, Boolean(follow))
  // On arrival nothing below the head may move: the words are the button's title, and its rules are on the account's page.
  if (follow) star.title = `We notify you of: ${follow.summary}. Your account page changes that.`
}

/**
 * Turns a star to what its reader wanted by pressing it.
 * @param {HTMLElement} star
 * @param {Promise<void>} read ends once the star shows whether the reader follows
 */
async function press(star, read) {
  const before = isFollowed(star)
  await read
  if (isFollowed(star) === before && changes % 2 === 0) await turn(star)
}

/** @param {HTMLElement} star @param {boolean} isFollowed */
function mark(star, isFollowed) {
  star.setAttribute('aria-pressed', String(isFollowed))
  star.textContent = isFollowed ? '★ Following' : `☆ ${star.dataset.label}`
  star.title = ''
}

/** @param {HTMLElement} star @param {boolean} isFollowed @param {{ summary: string, channel: string | null }} [follow] */
function show(star, isFollowed, follow) {
  mark(star, isFollowed)
  const place = star.parentElement
  place?.querySelector('[data-change]')?.toggleAttribute('hidden', !isFollowed)
  const status = place?.querySelector('[role=status]')
  if (!status) return
  status.textContent = follow ? `We notify you of: ${follow.summary}. ` : ''
  if (follow?.channel !== 'OUTBOX') return
  const link = document.createElement('a')
  link.href = '/outbox'
  link.textContent = 'Your outbox'
  status.append(link, ' gets it, until you add a channel.')
}

/** @param {HTMLElement} star */
async function turn(star) {
  const { follow = '', unfollow = '', rules = '{}', star: topic } = star.dataset
  if (!isKnown() && document.querySelector('a[href^="/sign-in"]')) {
    sessionStorage.setItem(WANTED, topic ?? '')
    return location.assign(`/sign-in?return=${encodeURIComponent(location.pathname + location.search)}`)
  }
  const wasFollowed = isFollowed(star)
  changes++
  const sent = wasFollowed ? { topic } : { topic, ...JSON.parse(rules) }
  const answer = await ask(wasFollowed ? unfollow : follow, sent).catch((/** @type {Error} */ error) => error)
  changes++
  // Another view of the page may have come meanwhile.
  const shown = starOf() ?? star
  if (shown.dataset.star !== topic) return
  if (answer instanceof Error) return refuse(shown, answer)
  const made = answer.data?.follow?.follow
  show(shown, !wasFollowed, made)
  // Only now that its reader follows something: never on arrival.
  if (made?.channel === 'OUTBOX') void offerPush(shown.parentElement)
}

/** @param {HTMLElement} star @param {Error} failure */
function refuse(star, { message }) {
  const status = star.parentElement?.querySelector('[role=status]')
  if (!status) return
  status.textContent = isKnown() ? `${message} ` : 'Sign in to follow: '
  const link = document.createElement('a')
  link.href = '/account'
  link.textContent = 'your account'
  status.append(link)
}

addEventListener('pequod:view', enliven)
enliven()

// @ts-check
// The star of a trader or a market, which follows it: the account's channels then get notifications.
import { ask, isKnown, offerPush } from './key.js'

/** The topic that a reader wanted to follow before signing in. */
const WANTED = 'pequod-follow'

async function enliven() {
  const star = document.querySelector('[data-star]')
  if (!(star instanceof HTMLElement)) return
  star.closest('[data-scripted]')?.removeAttribute('hidden')
  star.addEventListener('click', () => turn(star))
  if (!isKnown()) return
  const { asked = '', star: topic } = star.dataset
  const { data } = await ask(asked, { topic }).catch(() => ({ data: null }))
  const isFollowed = Boolean(data?.viewer.follow)
  mark(star, isFollowed)
  // On arrival nothing below the head may move: the words are the button's title, and its rules are on the account's page.
  if (isFollowed)
    star.title = `We notify you of: ${data.viewer.follow.summary}. Your account page changes that.`
  if (sessionStorage.getItem(WANTED) !== topic) return
  sessionStorage.removeItem(WANTED)
  if (!isFollowed) await turn(star)
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
  const status = star.parentElement?.querySelector('[role=status]')
  if (!status) return
  if (!isKnown() && document.querySelector('a[href^="/sign-in"]')) {
    sessionStorage.setItem(WANTED, star.dataset.star ?? '')
    return location.assign(`/sign-in?return=${encodeURIComponent(location.pathname + location.search)}`)
  }
  const isFollowed = star.getAttribute('aria-pressed') === 'true'
  const { follow = '', unfollow = '', rules = '{}', star: topic } = star.dataset
  try {
    const sent = isFollowed ? { topic } : { topic, ...JSON.parse(rules) }
    const { data } = await ask(isFollowed ? unfollow : follow, sent)
    const made = data?.follow?.follow
    show(star, !isFollowed, made)
    // Only now that its reader follows something: never on arrival.
    if (made?.channel === 'OUTBOX') void offerPush(star.parentElement)
  } catch (failure) {
    status.textContent = isKnown() ? `${/** @type {Error} */ (failure).message} ` : 'Sign in to follow: '
    const link = document.createElement('a')
    link.href = '/account'
    link.textContent = 'your account'
    status.append(link)
  }
}

addEventListener('pequod:view', enliven)
enliven()

// @ts-check
// The star of a trader or a market, which follows it: the account's channels then get notifications.
import { ask, isKnown } from './key.js'

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
  show(star, isFollowed)
  if (sessionStorage.getItem(WANTED) !== topic) return
  sessionStorage.removeItem(WANTED)
  if (!isFollowed) await turn(star)
}

/** @param {HTMLElement} star @param {boolean} isFollowed */
function show(star, isFollowed) {
  star.setAttribute('aria-pressed', String(isFollowed))
  star.textContent = isFollowed ? '★ Following' : '☆ Follow'
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
  const { follow = '', unfollow = '', told = '', star: topic } = star.dataset
  try {
    await ask(isFollowed ? unfollow : follow, { topic })
    show(star, !isFollowed)
    status.textContent = isFollowed ? '' : told
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

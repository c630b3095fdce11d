// @ts-check
// The star of a trader: followed wallets are told of by the account's channels.
import { ask, readKey } from './key.js'

async function enliven() {
  const star = document.querySelector('[data-star]')
  if (!(star instanceof HTMLElement)) return
  star.closest('[data-scripted]')?.removeAttribute('hidden')
  star.addEventListener('click', () => turn(star))
  if (readKey() === null) return
  const { data } = await ask(star.dataset.asked ?? '', { address: star.dataset.star }).catch(() => ({
    data: null,
  }))
  show(star, (data?.viewer.watchlist?.wallet ?? null) !== null)
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
  const isFollowed = star.getAttribute('aria-pressed') === 'true'
  const { follow = '', unfollow = '' } = star.dataset
  try {
    await ask(isFollowed ? unfollow : follow, { address: star.dataset.star })
    show(star, !isFollowed)
    status.textContent = isFollowed ? '' : 'You are told of what it decides by the channels of your account.'
  } catch (failure) {
    status.textContent =
      readKey() === null ? 'Following needs a bearer token: ' : `${/** @type {Error} */ (failure).message} `
    const link = document.createElement('a')
    link.href = '/account'
    link.textContent = 'your account'
    status.append(link)
  }
}

addEventListener('pequod:view', enliven)
enliven()

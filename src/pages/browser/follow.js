// @ts-check
// The star of a trader or a market: what is followed is told of by the account's channels.
import { ask, readKey } from './key.js'

async function enliven() {
  const star = document.querySelector('[data-star]')
  if (!(star instanceof HTMLElement)) return
  star.closest('[data-scripted]')?.removeAttribute('hidden')
  star.addEventListener('click', () => turn(star))
  if (readKey() === null) return
  const { asked = '', variable, star: id } = star.dataset
  const { data } = await ask(asked, variable === 'address' ? { address: id } : {}).catch(() => ({
    data: null,
  }))
  /** @type {{ wallet?: object | null, markets?: { nodes: { condition: string }[] } } | null} */
  const list = data?.viewer.watchlist ?? null
  show(star, Boolean(list?.wallet ?? list?.markets?.nodes.some(({ condition }) => condition === id)))
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
  const { follow = '', unfollow = '', variable = '', told = '' } = star.dataset
  try {
    await ask(isFollowed ? unfollow : follow, { [variable]: star.dataset.star })
    show(star, !isFollowed)
    status.textContent = isFollowed ? '' : told
  } catch (failure) {
    status.textContent =
      readKey() === null ? 'Sign in to follow: ' : `${/** @type {Error} */ (failure).message} `
    const link = document.createElement('a')
    link.href = '/account'
    link.textContent = 'your account'
    status.append(link)
  }
}

addEventListener('pequod:view', enliven)
enliven()

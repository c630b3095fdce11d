// @ts-check
// The outbox as messages arrive: the page asks itself again, and shows new ones.
import { fetchPage, isKnown } from './key.js'
import { enliven } from './page.js'

const LOOK_EVERY = 3_000

async function look() {
  const shown = document.querySelector('#outbox[data-live]')
  if (shown === null || !isKnown() || document.hidden) return
  const page = await fetchPage(location.href).catch(() => null)
  const fresh = page?.querySelector('#outbox')
  if (!fresh) return
  const known = new Set([...shown.children].map(ofMessage))
  const added = [...fresh.children].filter((message) => !known.has(ofMessage(message)))
  if (added.length === 0) return
  for (const message of added) message.classList.add('new')
  shown.closest('main')?.querySelector('.calm')?.remove()
  shown.replaceWith(document.adoptNode(fresh))
  enliven(fresh)
}

/** A message in a state: a changed state shows, too. @param {Element} message */
function ofMessage(message) {
  return `${message.getAttribute('data-id')} ${message.querySelector('header span')?.textContent}`
}

setInterval(look, LOOK_EVERY)

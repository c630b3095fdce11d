// @ts-check
// The live feed: Pro callers get a subscription, and others poll from time to time.
import { credentials, fetchPage, readKey } from './key.js'
import { enliven } from './page.js'

const LOOK_EVERY = 30_000
const RETRY_AFTER = 5_000

/** @type {AbortController | null} */
let listening = null

/** Offers new alerts from the current page without moving the list that the reader sees. */
async function look() {
  const feed = document.querySelector('#feed .feed')
  const fresh = document.querySelector('#fresh')
  const page = await fetchPage(location.href).catch(() => null)
  const newer = page?.querySelector('#feed .feed')
  if (!feed || !fresh || !newer) return
  const known = new Set([...feed.children].map((item) => item.getAttribute('data-id')))
  const added = [...newer.children].filter((item) => !known.has(item.getAttribute('data-id')))
  if (added.length === 0) return
  const show = () => {
    for (const item of added) item.classList.add('new')
    feed.replaceWith(document.adoptNode(newer))
    enliven(newer)
    fresh.replaceChildren()
  }
  if (scrollY < 200) return show()
  const button = document.createElement('button')
  button.className = 'pill'
  button.type = 'button'
  button.textContent = `${added.length} new`
  button.addEventListener('click', show)
  fresh.replaceChildren(button)
}

/**
 * @param {string | null} documentId
 * @param {AbortSignal} signal
 */
async function subscribe(documentId, signal) {
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: { ...credentials(), Accept: 'text/event-stream', 'Content-Type': 'application/json' },
    body: JSON.stringify({ documentId }),
    signal,
  })
  if (!answer.ok || answer.body === null) throw new Error(`${answer.status}`)
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    if (value.includes('event: next')) await look()
  }
}

async function listen() {
  listening?.abort()
  const feed = document.querySelector('#feed')
  const place = feed?.getAttribute('data-live')
  if (!feed || !place || place === 'none') return
  const own = new AbortController()
  listening = own
  while (!own.signal.aborted) {
    const isPro = readKey() !== null && place === 'pro'
    if (isPro) await subscribe(feed.getAttribute('data-subscription'), own.signal).catch(() => {})
    await new Promise((resolve) => setTimeout(resolve, isPro ? RETRY_AFTER : LOOK_EVERY))
    if (!own.signal.aborted && !document.hidden) await look()
  }
}

addEventListener('pequod:view', listen)
listen()

// @ts-check
// The tape's live switch: new trades wait under a button until their reader asks for them, so that no row moves.
import { centsText, moneyText, shortAddress } from './formats.js'
import { credentials, fetchPage } from './key.js'
import { enliven } from './page.js'

const RETRY_AFTER = 3_000
const RETRY_REFUSED = 30_000
const SAY_EVERY = 30_000
const MOST_WAITING = 500
/** Where a reader's choice to turn live off is kept. */
const OFF = 'pequod-tape-off'

/**
 * A fill of a streamed trade, as REST has it.
 * @typedef {{ id: string, time: string, tx: string | null, side: 'buy' | 'sell', token: string, outcome: string | null,
 *   shares: number, usd: number, trader: { address: string, username: string | null } | null,
 *   market: { condition: string, question: string | null } | null }} Fill
 */

/** Fills that wait, by their whole trade, oldest first. @type {Map<string, Fill[]>} */
const waiting = new Map()
/** @type {AbortController | null} */
let line = null
/** The stream's place, after which it goes on. */
let cursor = ''
let saidAt = 0
let saying = 0

const place = () => document.querySelector('[data-live]')
const isOn = () => place() !== null && !document.hidden && localStorage.getItem(OFF) === null

/** @param {Fill} fill */
const wholeOf = ({ id, tx, trader, token, side }) =>
  tx === null ? id : [tx, trader?.address, token, side].join()

/** @param {string} id */
const rowOf = (id) => document.querySelector(`tr[data-id="${CSS.escape(id)}"]`)

/**
 * Marks a row whose trade the chain took back.
 * @param {Element | null} row
 */
function strike(row) {
  if (row === null || row.classList.contains('gone')) return
  row.classList.add('gone')
  const note = document.createElement('small')
  note.textContent = 'Taken back by the chain'
  row.querySelector('.what-traded')?.append(note)
}

/** Shows how many trades wait, and says it at most twice a minute. */
function count() {
  const button = document.querySelector('[data-newer]')
  if (!(button instanceof HTMLElement)) return
  const words = `${waiting.size} new ${waiting.size === 1 ? 'trade' : 'trades'}`
  button.hidden = waiting.size === 0
  button.textContent = words
  if (waiting.size === 0 || saying !== 0) return
  saying = window.setTimeout(
    () => {
      saying = 0
      saidAt = performance.now()
      const said = document.querySelector('[data-said]')
      if (said !== null && waiting.size > 0) said.textContent = button.textContent
    },
    saidAt === 0 ? 0 : Math.max(0, saidAt + SAY_EVERY - performance.now()),
  )
}

/** @param {string} text a message of the stream */
function take(text) {
  const [, id] = /^id: (.*)$/m.exec(text) ?? []
  const [, data] = /^data: (.*)$/m.exec(text) ?? []
  cursor = id ?? cursor
  if (data === undefined) return
  const { kind, trade } = JSON.parse(data)
  if (!trade) return
  const whole = wholeOf(trade)
  const fills = waiting.get(whole) ?? []
  if (kind === 'added' && rowOf(trade.id) === null && waiting.size < MOST_WAITING)
    waiting.set(whole, [...fills, trade])
  if (kind === 'retracted') {
    strike(rowOf(trade.id))
    const left = fills.filter((fill) => fill.id !== trade.id)
    if (left.length === 0) waiting.delete(whole)
    else waiting.set(whole, left)
  }
  count()
}

/**
 * Reads the stream to its end.
 * @param {string} path
 * @param {AbortSignal} signal
 * @returns {Promise<number>} milliseconds until it may be opened again
 */
async function read(path, signal) {
  const headers = {
    ...credentials(),
    Accept: 'text/event-stream',
    ...(cursor && { 'Last-Event-ID': cursor }),
  }
  const answer = await fetch(path, { headers, signal })
  if (!answer.ok || answer.body === null) {
    // A place that is too old is refused too.
    cursor = ''
    return RETRY_REFUSED
  }
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader()
  for (let text = ''; ; ) {
    const { done, value } = await reader.read()
    if (done) return RETRY_AFTER
    const messages = (text + value).split('\n\n')
    text = messages.pop() ?? ''
    messages.forEach(take)
  }
}

/** Listens as long as the switch is on and the tab is seen. */
async function listen() {
  line?.abort()
  const button = place()
  if (button === null) return
  button.setAttribute('aria-checked', String(localStorage.getItem(OFF) === null))
  if (button.parentElement) button.parentElement.hidden = false
  if (!isOn()) return
  const own = new AbortController()
  line = own
  while (!own.signal.aborted) {
    const pause = await read(button.getAttribute('data-live') ?? '', own.signal).catch(() => RETRY_AFTER)
    if (!own.signal.aborted) await new Promise((resolve) => setTimeout(resolve, pause))
  }
}

/** Shows the newest page, and above it the trades that no snapshot has yet. */
async function show() {
  const rows = document.querySelector('[data-rows]')
  const template = document.querySelector('template[data-row]')
  const page = await fetchPage(location.href).catch(() => null)
  const newer = page?.querySelector('[data-rows]')
  if (!(template instanceof HTMLTemplateElement)) return
  if (newer && rows) {
    rows.replaceWith(document.adoptNode(newer))
    enliven(newer)
  }
  const top = newer ?? rows
  top?.closest('table')?.removeAttribute('hidden')
  for (const fills of waiting.values()) {
    const [first] = fills
    if (first !== undefined && rowOf(first.id) === null) top?.prepend(filled(template, fills))
  }
  waiting.clear()
  count()
}

/**
 * A row of a whole trade.
 * @param {HTMLTemplateElement} template
 * @param {Fill[]} fills
 */
function filled(template, fills) {
  const row = /** @type {HTMLElement} */ (template.content.firstElementChild?.cloneNode(true))
  const [first] = fills
  if (first === undefined) return row
  const { id, time, side, outcome, trader, market } = first
  /** @param {(fill: Fill) => number} of */
  const sum = (of) => fills.reduce((total, fill) => total + of(fill), 0)
  const usd = sum((fill) => fill.usd)
  const price = usd / sum((fill) => fill.shares)
  row.setAttribute('data-id', id)
  row.classList.add('fresh')
  /**
   * @param {string} name
   * @param {string} text
   * @param {Record<string, string>} [attributes]
   */
  const put = (name, text, attributes = {}) => {
    const part = row.querySelector(`[data-put="${name}"]`)
    if (part === null) return
    part.textContent = text
    for (const [key, value] of Object.entries(attributes)) part.setAttribute(key, value)
  }
  put('time', time.slice(11, 16), { datetime: time, title: time.replace('T', ' ').replace('Z', ' UTC') })
  put('side', side === 'buy' ? 'bought' : 'sold', { class: side === 'buy' ? 'badge' : 'badge open' })
  put('outcome', outcome ?? '')
  put('price', centsText(price), { value: String(price) })
  put('usd', moneyText(usd), { value: String(usd) })
  const { address, username } = trader ?? {}
  const name = username ?? (address ? shortAddress(address) : 'New trader')
  put('trader', name, address ? { href: `/trader/${address}` } : {})
  put('market', market?.question ?? 'New market', market ? { href: `/market/${market.condition}` } : {})
  return row
}

addEventListener('click', ({ target }) => {
  const button = target instanceof Element ? target.closest('[data-live], [data-newer]') : null
  if (button?.matches('[data-newer]')) show()
  if (!button?.matches('[data-live]')) return
  if (localStorage.getItem(OFF) === null) localStorage.setItem(OFF, 'yes')
  else localStorage.removeItem(OFF)
  cursor = ''
  listen()
})
addEventListener('visibilitychange', listen)
addEventListener('pequod:view', () => {
  waiting.clear()
  cursor = ''
  listen()
})
listen()

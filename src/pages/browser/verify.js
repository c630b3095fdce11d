// @ts-check
// The page that checks proofs: the verifier of the command line, run here.
import { countText, moneyText, plural } from './formats.js'
import { kindOf, verifyCall, verifyProof, verifyRecord } from './verify-proof.js'

/** Millionths in a dollar. */
const MICRO = 1e6

/** @param {bigint} micro */
function dollars(micro) {
  return moneyText(Number(micro) / MICRO, { isSigned: true })
}

/**
 * The proven state as a list of facts.
 * @param {import('./verify-proof.js').Verified} state
 * @param {boolean} isTrusted whether the reader named the key
 * @returns {[string, string][]}
 */
function factsOf(state, isTrusted) {
  const { trader, day, pnl, realized, unrealized, volume, fills, positions, origin, days, full } = state
  return [
    ['Trader', trader],
    ['At the close of', `${day} (UTC)`],
    ['Profit', dollars(pnl)],
    ['Realized', dollars(realized)],
    ['Unrealized', dollars(unrealized)],
    ['Volume', moneyText(Number(volume) / MICRO)],
    ['Trades', countText(Number(fills))],
    ['Positions', countText(positions)],
    ['Checked', full === null ? 'state and signature' : 'state, signature, positions and events of the day'],
    ['Signed by', `${origin}, in a log of ${plural(days, 'entry', 'entries')}`],
    ['Key', isTrusted ? 'the one that you trust' : 'the file’s own: compare it with the service’s'],
  ]
}

/** @param {HTMLFormElement} form */
async function verdictOf(form) {
  const given = new FormData(form)
  const file = given.get('proof')
  const key = String(given.get('key') ?? '').trim()
  if (!(file instanceof File)) return [paragraph('Choose a file.')]
  if (!isSecureContext)
    return [paragraph('Browsers check signatures on pages by HTTPS alone: use the command.')]
  const bytes = new Uint8Array(await file.arrayBuffer())
  const trusted = key === '' ? null : key
  const kind = kindOf(bytes)
  if (kind === 'record') return shown('The record holds.', recordFacts(await verifyRecord(bytes, trusted)))
  if (kind === 'call') return shown('The alert holds.', callFacts(await verifyCall(bytes, trusted)))
  return shown('The proof holds.', factsOf(await verifyProof(bytes, trusted), trusted !== null))
}

/**
 * @param {import('./verify-proof.js').VerifiedRecord} record
 * @returns {[string, string][]}
 */
function recordFacts({ rule, day, entries, from, origin, days }) {
  return [
    ['Rule', rule],
    ['Up to the close of', `${day} (UTC)`],
    ['Entries', countText(entries)],
    ['Proven', from === 1 ? 'all of them' : `from ${countText(from)} on; what is hidden breaks the chain`],
    ['Signed by', `${origin}, in a log of ${plural(days, 'entry', 'entries')}`],
  ]
}

/**
 * @param {import('./verify-proof.js').VerifiedCall} alert
 * @returns {[string, string][]}
 */
function callFacts({ id, day, minute, token, side, usd, price, boards, opened, origin, days }) {
  const at = (/** @type {number} */ time) =>
    new Date(time * 1_000).toISOString().replace('.000Z', ' UTC').replace('T', ' ')
  return [
    ['Alert', id],
    ['In the log since the close of', `${day} (UTC)`],
    ['Minute of the fill', at(minute)],
    ['Side and token', `${side} ${token}`],
    ['Size', `${moneyText(usd / MICRO)} or more at ${moneyText(price / MICRO)} a share`],
    ['The trader led', boards.join(', ')],
    [
      'Hidden part',
      opened === null
        ? 'hashed with a nonce'
        : `opened: ${opened.trader}, ${moneyText(opened.usd / MICRO)} at ${at(opened.time)}`,
    ],
    ['Signed by', `${origin}, in a log of ${plural(days, 'entry', 'entries')}`],
  ]
}

/** @param {string} verdict @param {[string, string][]} facts */
function shown(verdict, facts) {
  const list = document.createElement('dl')
  list.className = 'facts'
  for (const [name, value] of facts) {
    const [term, fact] = [document.createElement('dt'), document.createElement('dd')]
    term.textContent = name
    fact.textContent = value
    list.append(term, fact)
  }
  return [paragraph(verdict), list]
}

/** @param {string} words */
function paragraph(words) {
  const text = document.createElement('p')
  text.className = 'answer'
  text.textContent = words
  return text
}

function offer() {
  document.querySelector('form[data-verify]')?.removeAttribute('hidden')
}

addEventListener('submit', async (event) => {
  const form = event.target
  const place = document.querySelector('[data-verified]')
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-verify]') || !place) return
  event.preventDefault()
  place.replaceChildren(paragraph('Checking…'))
  const parts = await verdictOf(form).catch((/** @type {Error} */ { message }) => [paragraph(message)])
  place.replaceChildren(...parts)
})
addEventListener('pequod:view', offer)
offer()

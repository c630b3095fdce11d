// @ts-check
// The page that checks proofs: the verifier of the command line, run here.
import { countText, moneyText, plural } from './formats.js'
import { verifyProof } from './verify-proof.js'

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
  const state = await verifyProof(bytes, key === '' ? null : key)
  const list = document.createElement('dl')
  list.className = 'facts'
  for (const [name, value] of factsOf(state, key !== '')) {
    const [term, fact] = [document.createElement('dt'), document.createElement('dd')]
    term.textContent = name
    fact.textContent = value
    list.append(term, fact)
  }
  return [paragraph('The proof holds.'), list]
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

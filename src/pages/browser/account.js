// @ts-check
// A pasted key stays in the tab, and the page then shows its view. The forms send their changes to GraphQL.
import { ask, credentials, forgetKey, isKnown, keepKey, offerPush } from './key.js'
import { enliven, showOwnView } from './page.js'

/** Milliseconds after which a page with a file that is being written is shown again. */
const LOOK_AGAIN = 2_000
let again = 0

function prepare() {
  for (const place of document.querySelectorAll('[data-scripted]')) place.removeAttribute('hidden')
  if (isKnown()) showBudget()
  // A star's own offer waits for a follow.
  void offerPush(document.querySelector('section:has(> [data-push])'))
  clearTimeout(again)
  if (document.querySelector('[data-pending]')) again = window.setTimeout(showOwnView, LOOK_AGAIN, true)
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions()
  for (const field of document.querySelectorAll('[data-zone]'))
    if (field instanceof HTMLInputElement) field.value ||= timeZone
}

/** @param {HTMLFormElement} form */
async function useKey(form) {
  const key = form.querySelector('input')?.value.trim() ?? ''
  // A header cannot hold it, so it is no key.
  if (!/^[\x21-\x7e]+$/.test(key)) return 'That key does not work: it may be revoked, expired or incomplete.'
  const answer = await fetch('/account', { headers: { Accept: 'text/html', ...credentials(key) } }).catch(
    () => null,
  )
  if (answer?.status === 401) return 'That key does not work: it may be revoked, expired or incomplete.'
  if (!answer?.ok) return 'The service could not check the key: try again in a moment.'
  keepKey(key, form.querySelector('[type=checkbox]:checked') !== null)
  location.reload()
  return 'The key works.'
}

/** @param {HTMLFormElement} form */
async function change(form) {
  const { operation = '', variables = '{}', addTo, opens } = form.dataset
  const given = JSON.parse(variables)
  const read = Object.fromEntries([...form.elements].flatMap(readField))
  const sent = addTo ? { ...given, [addTo]: [...given[addTo], read] } : { ...given, ...read }
  const { data, once } = await ask(operation, sent)
  if (opens) {
    const [payload] = Object.values(data ?? {})
    const [made] = Object.values(payload ?? {})
    location.assign(`${opens}${made.id}`)
    return 'Done.'
  }
  const isShown = await showOwnView(true)
  for (const secret of once) showOnce(secret)
  return isShown ? 'Done.' : 'Done. Load the page again in a moment to see it.'
}

/**
 * Reads a field as a variable; nothing if it is empty.
 * @param {Element} field
 * @returns {[name: string, value: unknown][]}
 */
function readField(field) {
  if (field instanceof HTMLSelectElement && field.multiple && field.dataset.variable)
    return [[field.dataset.variable, [...field.selectedOptions].map(({ value }) => value)]]
  if (!(field instanceof HTMLInputElement || field instanceof HTMLSelectElement)) return []
  const { variable, number, per = '1', prefix = '' } = field.dataset
  if (field.type === 'checkbox' && field instanceof HTMLInputElement)
    return variable && field.checked ? [[variable, true]] : []
  const value = field.value.trim()
  if (!variable) return []
  if (value === '') return field instanceof HTMLSelectElement ? [[variable, null]] : []
  if (field.type === 'number' || number !== undefined) return [[variable, Number(value) / Number(per)]]
  return [[variable, field.type === 'date' ? `${value}T00:00:00Z` : prefix + value]]
}

/** @param {string} secret */
function showOnce(secret) {
  const place = document.createElement('section')
  place.className = 'card once'
  place.tabIndex = -1
  place.innerHTML = '<h2>Copy this now</h2><p>It is never shown again.</p><pre data-copy></pre>'
  const text = place.querySelector('pre')
  if (text) text.textContent = secret
  document.querySelector('main h1')?.after(place)
  enliven(place)
  place.focus()
}

async function showBudget() {
  const place = document.querySelector('[data-budget]')
  if (!(place instanceof HTMLElement)) return
  const { data } = await ask(place.dataset.budget ?? '').catch(() => ({ data: null }))
  if (!data?.rateLimit) return
  const { limit, remaining } = data.rateLimit
  const used = ((limit - remaining) / limit) * 100
  place.textContent = `${used > 0 && used < 1 ? 'Less than 1' : Math.round(used)}% of the budget used this minute`
}

/**
 * The status of a form, or of the same form on the page that another change has shown meanwhile; above the page's parts where that form has gone.
 * @param {HTMLFormElement} form
 */
function placeOf(form) {
  if (form.isConnected) return form.querySelector('[role=status]')
  const { operation, variables, addTo } = form.dataset
  // A form that adds to a list starts from another list after its change, and removing the last entry sends its first one.
  const same = [...document.querySelectorAll('form[data-operation]')].find(
    (one) =>
      one instanceof HTMLFormElement &&
      one.dataset.operation === operation &&
      one.dataset.addTo === addTo &&
      (addTo !== undefined || one.dataset.variables === variables),
  )
  if (same) return same.querySelector('[role=status]')
  const place = document.createElement('p')
  place.setAttribute('role', 'status')
  document.querySelector('main h1')?.after(place)
  return place
}

addEventListener('submit', async (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement)) return
  const run = form.matches('[data-key-form]') ? useKey : form.matches('[data-operation]') ? change : null
  if (run === null) return
  event.preventDefault()
  const button = form.querySelector('button')
  const status = form.querySelector('[role=status]')
  if (!button || !status || button.disabled) return
  button.disabled = true
  status.textContent = ''
  const words = await run(form).catch((/** @type {Error} */ { message }) => message)
  const place = placeOf(form) ?? status
  place.textContent = words
  button.disabled = false
})
addEventListener('click', ({ target }) => {
  if (!(target instanceof Element) || !target.matches('[data-key-forget]')) return
  forgetKey()
  location.reload()
})
addEventListener('pequod:view', prepare)
prepare()

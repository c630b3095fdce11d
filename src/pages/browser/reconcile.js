// @ts-check
// The page that compares another site's files with the ledger, by POST /v1/reconcile.
import { countText, moneyText, plural, sharesText, signed } from './formats.js'
import { post } from './key.js'

/**
 * @typedef {{ cause: string, amount: number }} CausePart
 * @typedef {{ name: string, own: number, other: number, difference: number, causes: CausePart[] }} Compared
 * @typedef {{ token: string | null, title: string, isListed: boolean, numbers: Compared[] }} Position
 * @typedef {{ trader: { address: string, username: string | null }, sums: Compared[], positions: Position[],
 *   causes: { cause: string, text: string, count: number }[], positionCount: number, differentCount: number, isWhole: boolean }} Answer
 */

/**
 * An element with texts and elements in it.
 * @param {string} name
 * @param {(string | Node)[]} parts
 */
function element(name, ...parts) {
  const made = document.createElement(name)
  made.append(...parts)
  return made
}

/** A cause or a number in words: `unredeemed-loser` is "Unredeemed loser". @param {string} name */
function wordsOf(name) {
  const words = name.replaceAll('-', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** @param {string} name @param {number} amount @param {boolean} isSigned */
function amountText(name, amount, isSigned = false) {
  return name === 'shares'
    ? signed(amount, sharesText(Math.abs(amount)), isSigned)
    : moneyText(amount, { isSigned })
}

/** @param {Compared} number */
function rowOf({ name, own, other, difference, causes }, title = wordsOf(name)) {
  const parts = causes.map(
    ({ cause, amount }) => `${cause.replaceAll('-', ' ')} ${amountText(name, amount, true)}`,
  )
  const cells = [own, other].map((amount) => element('td', amountText(name, amount)))
  const head = element('td', title)
  head.className = 'l'
  const why = element('td', difference === 0 ? '' : parts.join(', '))
  why.className = 'l wrap'
  return element('tr', head, ...cells, element('td', amountText(name, difference, true)), why)
}

/** @param {string} title @param {HTMLElement[]} rows */
function tableOf(title, rows) {
  const heads = ['', 'Here', 'There', 'Difference', 'Causes'].map((words, i) => {
    const head = element('th', words)
    head.setAttribute('scope', 'col')
    if (i === 0 || i === 4) head.className = 'l'
    return head
  })
  const table = element('table', element('thead', element('tr', ...heads)), element('tbody', ...rows))
  const frame = element('div', table)
  frame.className = 'table'
  const card = element('section', element('h2', title), frame)
  card.className = 'card spaced'
  return card
}

/** @param {Answer} answer */
function shown({ trader, sums, positions, causes, positionCount, differentCount, isWhole }) {
  const sentence = element('p', `${trader.username ?? trader.address}: ${countText(differentCount)} of `)
  sentence.append(`${plural(positionCount, 'position')} differ.`)
  sentence.className = 'answer'
  const meanings = causes.map(({ cause, text, count }) =>
    element('li', element('b', wordsOf(cause)), ` (${countText(count)}): ${text}`),
  )
  const rows = positions.flatMap(({ title, isListed, numbers }) =>
    numbers
      .filter(({ difference }) => difference !== 0)
      .map((number) => rowOf(number, `${title} · ${number.name}${isListed ? '' : ', not listed there'}`)),
  )
  return [
    sentence,
    ...(isWhole ? [] : [element('p', 'It has too many events to find every cause.')]),
    tableOf(
      'In sum',
      sums.map((sum) => rowOf(sum)),
    ),
    ...(meanings.length === 0 ? [] : [element('ul', ...meanings)]),
    ...(rows.length === 0 ? [] : [tableOf('Positions that differ, the largest first', rows)]),
  ]
}

/**
 * @param {HTMLFormElement} form
 * @param {readonly File[]} files
 */
async function compare(form, files) {
  const trader = String(new FormData(form).get('trader') ?? '').trim()
  const texts = await Promise.all(files.map((file) => file.text()))
  const body = { ...(texts.length > 0 && { files: texts }), ...(trader !== '' && { trader }) }
  return shown(await post('/v1/reconcile', body))
}

/** @param {readonly File[]} files */
async function run(files) {
  const form = document.querySelector('form[data-reconcile]')
  const place = document.querySelector('[data-reconciled]')
  if (!(form instanceof HTMLFormElement) || !place || !form.reportValidity()) return
  place.replaceChildren(element('p', 'Comparing…'))
  const failed = (/** @type {Error} */ { message }) => [element('p', message)]
  place.replaceChildren(...(await compare(form, files).catch(failed)))
}

function offer() {
  document.querySelector('form[data-reconcile]')?.removeAttribute('hidden')
}

addEventListener('submit', (event) => {
  const form = event.target
  if (!(form instanceof HTMLFormElement) || !form.matches('[data-reconcile]')) return
  event.preventDefault()
  const field = form.querySelector('input[type=file]')
  run(field instanceof HTMLInputElement ? [...(field.files ?? [])] : [])
})
addEventListener('dragover', (event) => event.preventDefault())
addEventListener('drop', (event) => {
  event.preventDefault()
  run([...(event.dataTransfer?.files ?? [])])
})
addEventListener('pequod:view', offer)
offer()

// @ts-check
// The script of every page: the reader's own view, times, search, theme, copying and crosshairs.
import { afterClick, credentials, fetchPage, readKey } from './key.js'
import { openExplanations } from './why.js'

const MINUTE = 60_000

/** The time, which in a simulation is its own. */
function now() {
  const simulated = document.querySelector('[data-now]')?.getAttribute('data-now')
  return simulated ? Date.parse(simulated) + performance.now() : Date.now()
}

/**
 * Makes a part of the page live: times, copying, crosshairs.
 * @param {ParentNode} place
 */
export function enliven(place) {
  for (const time of place.querySelectorAll('time[datetime*=T]:not([data-exact])')) sayHowLongAgo(time)
  for (const origin of place.querySelectorAll('[data-origin]')) origin.textContent = location.origin
  for (const text of place.querySelectorAll('[data-copy]')) offerCopy(text)
  for (const chart of place.querySelectorAll('[data-cursor]')) followPointer(chart)
  for (const button of place.querySelectorAll('form[data-at-once] > button')) button.remove()
}

/** A ledger that has stopped says so, also on a page that came before. */
function watchTheLedger() {
  const note = document.querySelector('[data-stale]')
  const due = Date.parse(note?.getAttribute('data-stale') ?? '')
  if (note instanceof HTMLElement && now() > due) note.hidden = false
}

/** A page that could not be had yet is asked for again, while somebody looks at it. */
function tryAgain() {
  const link = document.querySelector('a[data-again]')
  if (!(link instanceof HTMLAnchorElement)) return
  const wait = Number(link.dataset.again) * 1_000
  const due = performance.now() + wait
  const again = () => !document.hidden && performance.now() >= due && link.click()
  setTimeout(again, wait)
  document.addEventListener('visibilitychange', again)
}

/**
 * A time of the last hour is said relative to now, and one of today without its day; its title says when.
 * @param {Element} time
 */
function sayHowLongAgo(time) {
  const at = time.getAttribute('datetime') ?? ''
  const minutes = Math.trunc((Date.parse(at) - now()) / MINUTE)
  if (Math.abs(minutes) < 60)
    time.textContent =
      minutes === 0 ? 'just now' : new Intl.RelativeTimeFormat('en').format(minutes, 'minute')
  else if (at.slice(0, 10) === new Date(now()).toISOString().slice(0, 10))
    time.textContent = `${at.slice(11, 16)}${time.textContent?.endsWith('UTC') ? ' UTC' : ''}`
}

/** @param {Element} text */
function offerCopy(text) {
  const place = document.createElement('div')
  place.className = 'copyable'
  text.replaceWith(place)
  const button = document.createElement('button')
  button.className = 'pill'
  button.type = 'button'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(text.textContent ?? '')
    button.textContent = 'Copied'
    setTimeout(() => {
      button.textContent = 'Copy'
    }, 1500)
  })
  place.append(text, button)
}

/**
 * A crosshair that reads the chart's own table.
 * @param {Element} chart
 */
function followPointer(chart) {
  const plot = chart.querySelector('svg.plot')
  const rows = [...(chart.nextElementSibling?.querySelectorAll('tr[data-at]') ?? [])].map((row) => ({
    at: Number(row.getAttribute('data-at')),
    row,
  }))
  const heads = [...(chart.nextElementSibling?.querySelectorAll('th') ?? [])].map((head) => head.textContent)
  if (plot === null || rows.length === 0) return
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'line')
  line.setAttribute('class', 'cursor')
  line.setAttribute('y1', '0')
  line.setAttribute('y2', '100%')
  const told = document.createElement('output')
  plot.addEventListener('pointermove', (event) => {
    const box = plot.getBoundingClientRect()
    const pointer = /** @type {PointerEvent} */ (event)
    const at = ((pointer.clientX - box.left) / box.width) * 100
    const nearest = rows.reduce((best, one) => (Math.abs(one.at - at) < Math.abs(best.at - at) ? one : best))
    line.setAttribute('x1', `${nearest.at}%`)
    line.setAttribute('x2', `${nearest.at}%`)
    const [first, ...others] = [...nearest.row.children].map((cell) => cell.textContent)
    told.textContent = `${first} · ${others.map((text, index) => `${heads[index + 1]} ${text}`).join(' · ')}`
    plot.append(line)
    chart.append(told)
  })
  plot.addEventListener('pointerleave', () => {
    line.remove()
    told.remove()
  })
}

/** Counts the views that were asked for: an earlier one that comes later would undo the newest. */
let asked = 0
let newest = Promise.resolve(true)

/**
 * Shows a reader with a key the page as of the key's tier; the server has rendered it for a signed-in one.
 * @param {boolean} isChanged true: also for a reader without a key, after a change
 * @returns {Promise<boolean>} whether the page shows it
 */
export function showOwnView(isChanged = false) {
  if (readKey() === null && !isChanged) return Promise.resolve(true)
  newest = replaceView(++asked)
  return newest
}

/**
 * @param {number} own
 * @returns {Promise<boolean>}
 */
async function replaceView(own) {
  document.querySelector('main')?.setAttribute('aria-busy', 'true')
  const page = await fetchPage(location.href).catch(() => null)
  await whenTyped()
  if (own !== asked) return newest
  const shown = document.querySelector('main')
  shown?.removeAttribute('aria-busy')
  const main = page?.querySelector('main')
  if (!main) return false
  document.title = page?.title ?? document.title
  const focused = shown && keepWork(shown, main)
  shown?.replaceWith(document.adoptNode(main))
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  // Links between sections keep the day of the page.
  const sections = page?.querySelector('header nav')
  if (sections) document.querySelector('header nav')?.replaceWith(document.adoptNode(sections))
  enliven(main)
  importModules(page)
  dispatchEvent(new CustomEvent('pequod:view'))
  return true
}

/** Resolves once the text of a filter is whole; its change then asks for another view. */
async function whenTyped() {
  const field = document.activeElement
  const isTyped =
    field instanceof HTMLInputElement &&
    field.form?.matches('[data-at-once]') &&
    field.value !== field.defaultValue
  if (isTyped) await new Promise((resolve) => field.addEventListener('blur', resolve, { once: true }))
}

/**
 * Takes what its reader has begun into a new view: secrets that are shown once, opened parts, changed fields and the focus. A form that
 * has been sent is done with, and the address has what a filter has.
 * @param {Element} shown
 * @param {Element} main
 * @returns {Element | null | undefined} the part that has the focus
 */
function keepWork(shown, main) {
  /** @param {Element} part */
  const twinOf = (part) => {
    const name = nameOf(part)
    return [...main.querySelectorAll(part.localName)].find((one) => nameOf(one) === name)
  }
  main.querySelector('h1')?.after(...shown.querySelectorAll('.once'))
  const focused = document.activeElement
  let next = focused && shown.contains(focused) ? twinOf(focused) : null
  for (const part of shown.querySelectorAll('details[open], form :is(input, select)')) {
    const place = part.closest('form') ?? part
    if (place.matches('[data-at-once]') || place.querySelector('[data-at-once], button:disabled')) continue
    const twin = isBegun(part) ? twinOf(part) : undefined
    if (twin instanceof HTMLDetailsElement) twin.open = true
    else twin?.replaceWith(part)
    if (twin && next === twin && !(twin instanceof HTMLDetailsElement)) next = part
  }
  return next
}

/** Whether its reader has opened or changed it. @param {Element} part */
function isBegun(part) {
  if (part instanceof HTMLSelectElement)
    return [...part.options].some((option) => option.selected !== option.defaultSelected)
  if (!(part instanceof HTMLInputElement)) return true
  return part.value !== part.defaultValue || part.checked !== part.defaultChecked
}

/** The purpose of a part, which it has in another view of the page too. @param {Element} part */
function nameOf(part) {
  const form = part.closest('form') ?? (part.closest('details') ?? part).querySelector('form')
  const { operation, addTo, variables } = form?.dataset ?? {}
  const [own = part.textContent] = [
    part.querySelector('summary')?.textContent,
    ...['data-variable', 'name', 'href'].map((name) => part.getAttribute(name)),
  ].filter((one) => one != null)
  const value = part.matches('[type=checkbox]') ? part.getAttribute('value') : ''
  return [operation, addTo ?? variables, part.getAttribute('type'), own, value].join()
}

/**
 * Imports a page's modules that the page before did not have, as one that only the reader's key opens. Nothing waits for them: they
 * import this module, which waits for its first view.
 * @param {Document | null} page
 */
function importModules(page) {
  for (const script of page?.querySelectorAll('script[type=module]') ?? [])
    if (script instanceof HTMLScriptElement) import(script.src).catch(() => {})
}

/** A filter applies as it is chosen: the view changes in its place, and the address with it. */
function offerFilters() {
  addEventListener('change', ({ target }) => {
    const field = target instanceof HTMLSelectElement || target instanceof HTMLInputElement ? target : null
    const form = field?.form
    // A day is invalid while its year is typed.
    if (!form?.matches('[data-at-once]') || !field?.validity.valid) return
    const fields = new FormData(form)
    const given = [...new Set(fields.keys())].flatMap((name) => {
      const value = fields.getAll(name).filter(Boolean).join()
      return value === '' ? [] : [[name, value]]
    })
    history.pushState(null, '', `?${new URLSearchParams(given)}`)
    if (field instanceof HTMLInputElement) field.defaultValue = field.value
    // Some browsers give a field that is clicked no focus.
    if (document.activeElement === document.body) field.focus({ preventScroll: true })
    showOwnView(true)
  })
  addEventListener('popstate', () => {
    if (document.querySelector('form[data-at-once]')) showOwnView(true)
  })
}

function offerThemes() {
  const button = document.querySelector('[data-theme-switch]')
  if (!(button instanceof HTMLElement)) return
  button.hidden = false
  button.addEventListener('click', () => {
    const { dataset } = document.documentElement
    const isDark = dataset.theme
      ? dataset.theme === 'dark'
      : matchMedia('(prefers-color-scheme: dark)').matches
    dataset.theme = isDark ? 'light' : 'dark'
    localStorage.setItem('theme', dataset.theme)
  })
}

/** Pages that the box offers again before a letter is typed: they stay on this device. */
const OPENED = 'pequod-opened'
const MOST_OPENED = 5
const OFFERED = /^\/(trader|market|event|leaderboard|compare|traders)\b/

/** @returns {{ href: string, words: string }[]} the last pages that were opened, the newest first */
function lastOpened() {
  try {
    const kept = JSON.parse(localStorage.getItem(OPENED) ?? '[]')
    return kept.filter((/** @type {any} */ one) => typeof one?.words === 'string' && OFFERED.test(one.href))
  } catch {
    return []
  }
}

function noteOpened() {
  const href = location.pathname + location.search
  const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType('navigation'))
  const hasFailed = (arrival?.responseStatus ?? 0) >= 400
  if (hasFailed || !OFFERED.test(href) || document.querySelector('main h1') === null) return
  const words = document.title.replace(/ · Pequod$/, '')
  const others = lastOpened().filter((one) => one.href !== href)
  localStorage.setItem(OPENED, JSON.stringify([{ href, words }, ...others].slice(0, MOST_OPENED)))
}

/** The list of what was opened last, from texts. */
function openedList() {
  const opened = lastOpened().filter(({ href }) => href !== location.pathname + location.search)
  if (opened.length === 0) return null
  const part = document.createElement('section')
  const head = document.createElement('h2')
  head.textContent = 'Opened last'
  const list = document.createElement('ul')
  for (const { href, words } of opened) {
    const link = document.createElement('a')
    link.href = href
    link.textContent = words
    const item = document.createElement('li')
    item.append(link)
    list.append(item)
  }
  part.append(head, list)
  return part
}

/** Results as one types: the list of the search's own page; before a letter, what was opened last and what moved. */
function offerSearch() {
  const form = document.querySelector('form.search')
  const input = form?.querySelector('input')
  if (!(form instanceof HTMLFormElement) || !input) return
  /** @type {HTMLElement | null} */
  let found = null
  let timer = 0
  /** Counts what was asked for, and the panel's closings. */
  let turns = 0
  const close = () => {
    turns++
    found?.remove()
    found = null
  }
  const look = async () => {
    const turn = ++turns
    const asked = input.value.trim()
    if (asked.length === 1) return close()
    const page = await fetchPage(asked === '' ? '/search' : `/search?q=${encodeURIComponent(asked)}`).catch(
      () => null,
    )
    const results = page?.querySelector('main .found')
    // A reader among the results keeps them.
    const isTyping = document.activeElement === input
    if (!(results instanceof HTMLElement) || turn !== turns || input.value.trim() !== asked || !isTyping)
      return
    close()
    found = document.adoptNode(results)
    const opened = asked === '' ? openedList() : null
    if (opened) found.prepend(opened)
    if (found.children.length > 0) form.append(found)
  }
  const soon = () => {
    clearTimeout(timer)
    timer = window.setTimeout(look, 300)
  }
  input.addEventListener('input', soon)
  input.addEventListener('focus', () => found === null && soon())
  form.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      // The browser would clear the box, whose empty text opens the panel again.
      event.preventDefault()
      clearTimeout(timer)
      close()
      input.focus()
      clearTimeout(timer)
    }
    if (found === null || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return
    event.preventDefault()
    const places = [input, ...found.querySelectorAll('a')]
    const here = places.indexOf(/** @type {HTMLInputElement} */ (document.activeElement))
    places[(here + (event.key === 'ArrowDown' ? 1 : places.length - 1)) % places.length]?.focus()
  })
  form.addEventListener('focusout', async () => {
    // Some browsers give a link that is clicked no focus.
    await afterClick()
    setTimeout(() => form.contains(document.activeElement) || close(), 150)
  })
}

const KEYS = [
  ['/', 'search'],
  ['j, k', 'next row, row before'],
  ['Enter', 'open the row'],
  ['f', 'follow'],
  ['x', 'check the row for comparing'],
  ['Esc', 'close a panel'],
  ['?', 'these keys'],
]

/** Keys for those who use no pointer. */
function offerKeys() {
  addEventListener('click', ({ target }) => {
    for (const panel of document.querySelectorAll('details.pop[open]'))
      if (target instanceof Node && !panel.contains(target)) panel.removeAttribute('open')
  })
  addEventListener('keydown', (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event
    if (key === 'Escape') return closePanel()
    const field = target instanceof HTMLInputElement && target.type !== 'checkbox'
    const isTyping = field || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement
    if (isTyping || ctrlKey || metaKey || altKey) return
    const found =
      key === '/'
        ? document.querySelector('form.search input')
        : key === 'j' || key === 'k'
          ? rowBeside(key === 'j' ? 1 : -1)
          : null
    if (found instanceof HTMLElement) {
      event.preventDefault()
      found.focus()
    } else if (key === 'f') press(document.querySelector('[data-star]'))
    else if (key === 'x') press(document.activeElement?.closest('tr')?.querySelector('input[type=checkbox]'))
    else if (key === '?') showKeys()
  })
}

/** @param {Element | null | undefined} button */
function press(button) {
  if (button instanceof HTMLElement) button.click()
}

/** The link of the row after or before the one that has the focus. @param {number} step */
function rowBeside(step) {
  const rows = [...document.querySelectorAll('main :is(tbody tr, .rows > li, .feed > li)')].filter(
    (row) => row.checkVisibility() && row.querySelector('a[href]') !== null,
  )
  const here = rows.findIndex((row) => row.contains(document.activeElement))
  // A place on a board links to its explanation: the row is what it names.
  const row = rows[here < 0 ? 0 : here + step]
  return (
    row?.querySelector('a:is([href^="/trader/"], [href^="/market/"])') ??
    row?.querySelector('a[href]') ??
    null
  )
}

/** Closes the open panel; the focus returns to its button. */
function closePanel() {
  const panel = document.querySelector('details.pop[open]')
  panel?.removeAttribute('open')
  const button = panel?.querySelector('summary')
  if (button instanceof HTMLElement) button.focus()
}

function showKeys() {
  const dialog = document.createElement('dialog')
  dialog.className = 'card'
  dialog.setAttribute('aria-label', 'Keys')
  const list = document.createElement('dl')
  list.className = 'facts'
  for (const [key = '', words = ''] of KEYS)
    for (const [tag, text] of /** @type {const} */ ([
      ['dt', key],
      ['dd', words],
    ])) {
      const part = document.createElement(tag)
      part.textContent = text
      list.append(part)
    }
  dialog.append(list)
  dialog.addEventListener('close', () => dialog.remove())
  document.body.append(dialog)
  dialog.showModal()
}

/** A link cannot send the key of the tab: what it leads to is fetched with it, and saved. */
function offerDownloads() {
  addEventListener('click', async (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[data-download]') : null
    if (!(link instanceof HTMLAnchorElement) || readKey() === null) return
    event.preventDefault()
    const answer = await fetch(link.href, { headers: credentials() }).catch(() => null)
    if (!answer?.ok) return location.assign(link.href)
    const file = document.createElement('a')
    file.href = URL.createObjectURL(await answer.blob())
    const [, name = ''] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? []
    file.download = name
    file.click()
    setTimeout(() => URL.revokeObjectURL(file.href), 10_000)
  })
}

enliven(document)
openExplanations(enliven)
watchTheLedger()
tryAgain()
setInterval(watchTheLedger, MINUTE)
offerDownloads()
offerFilters()
offerThemes()
offerSearch()
offerKeys()
await showOwnView()
noteOpened()

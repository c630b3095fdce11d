// The first editor: the page's own fields, in which a query can be typed and run before GraphiQL, which takes a second and more on a
// slow device, takes their place with all that was typed.
import { ask, lastSpent, parsed, taskOf, tasks } from './ask.js'

/** The pause of a reader who types before GraphiQL takes the next step, in milliseconds. */
const PAUSE = 400

const first = document.getElementById('first')
const part = (name) => first.querySelector(`[data-first="${name}"]`)
const [query, variables, lines, answer, status, rest] = [
  'query',
  'variables',
  'lines',
  'answer',
  'status',
  'rest',
].map(part)
const frame = document.getElementById('graphiql')
const editorIn = (place) => frame.querySelector(`${place} .CodeMirror`).CodeMirror

const state = openedTabs()
/** The words of the button that waits for GraphiQL. */
let wanted = null
let hasGraphiql = false
let isRunning = false
/** When the reader last pressed something. */
let pressed = Number.NEGATIVE_INFINITY

/** The tabs of the last visit, or the tasks, with the query of a link before them. */
function openedTabs() {
  const given = new URLSearchParams(location.hash.slice(1) || location.search)
  const { tabs, active } = storedTabs() ?? { tabs: tasks.map(tabOf), active: 0 }
  if (!given.has('query')) return { tabs, active }
  const linked = tabOf({ query: given.get('query'), variables: given.get('variables') })
  const known = tabs.findIndex(
    (tab) => tab.query === linked.query && (tab.variables ?? '') === (linked.variables ?? ''),
  )
  return known < 0 ? { tabs: [linked, ...tabs], active: 0 } : { tabs, active: known }
}

function storedTabs() {
  const { tabs, activeTabIndex } = parsed(localStorage.getItem('graphiql:tabState'))
  return Array.isArray(tabs) && tabs[activeTabIndex] ? { tabs, active: activeTabIndex } : null
}

function tabOf({ query, variables = null }) {
  const title = /^(?!#).*(?:query|subscription|mutation)\s+(\w+)/m.exec(query)?.[1] ?? '<untitled>'
  const nothing = { headers: null, operationName: null, response: null, hash: null }
  return { id: crypto.randomUUID(), title, query, variables, ...nothing }
}

const current = () => state.tabs[state.active]
/** Keeps what was typed in the tab. */
function keep() {
  Object.assign(current(), { query: query.value, variables: variables.value })
}

function show() {
  const tab = current()
  if (query.value !== tab.query) query.value = tab.query ?? ''
  if (variables.value !== tab.variables) variables.value = tab.variables ?? ''
  count()
  const names = first.querySelector('.graphiql-tabs')
  const [model] = names.children
  while (names.children.length < state.tabs.length) names.append(model.cloneNode(true))
  while (names.children.length > state.tabs.length) names.lastChild.remove()
  state.tabs.forEach(({ title }, at) => {
    names.children[at].classList.toggle('graphiql-tab-active', at === state.active)
    names.children[at].setAttribute('aria-selected', at === state.active)
    names.children[at].firstElementChild.textContent = title
  })
}

/** Numbers the lines, and says the task's path of REST. */
function count() {
  lines.textContent = query.value
    .split('\n')
    .map((_line, at) => at + 1)
    .join('\n')
  const task = taskOf({ query: query.value, variables: variables.value })
  rest.hidden = task === undefined
  const link = rest.querySelector('a')
  link.href = task?.path ?? ''
  link.firstElementChild.textContent = task?.path ?? ''
}

/** Runs the text; a subscription waits for GraphiQL, which shows its events. */
async function run() {
  if (/^\s*subscription\b/m.test(query.value)) {
    wanted = 'Execute'
    return
  }
  isRunning = true
  const words = await answered().then(
    (body) => JSON.stringify(body, null, 2),
    ({ message }) => message,
  )
  isRunning = false
  status.textContent = lastSpent()
  answer.textContent = words
  if (hasGraphiql) editorIn('.graphiql-response').setValue(words)
}

/** Sends the text with its variables. Rejects for those that are no JSON object, in the words of GraphiQL. */
async function answered() {
  let given
  try {
    given = JSON.parse(variables.value || '{}')
  } catch ({ message }) {
    throw new Error(`Variables are invalid JSON: ${message}.`)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error('Variables are not a JSON object.')
  return ask({ query: query.value, variables: given })
}

/** Resolves once the reader pauses: each step towards GraphiQL keeps a slow device busy for a moment. */
async function whenQuiet() {
  // Keys that wait come first.
  await after(0)
  while (wanted === null && (isRunning || performance.now() - pressed < PAUSE)) await after(50)
}

const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds))

async function takeOver() {
  await whenQuiet()
  const { mount } = await import('./graphiql.js')
  await whenQuiet()
  keep()
  localStorage.setItem(
    'graphiql:tabState',
    JSON.stringify({ tabs: state.tabs, activeTabIndex: state.active }),
  )
  await mount(frame, { ...current(), response: answer.textContent })
  await whenQuiet()
  // All in one task: a key that is pressed meanwhile goes to the editor that has the focus afterwards.
  const fields = [
    [query, editorIn('.graphiql-query-editor')],
    [variables, editorIn('.graphiql-editor-tool')],
  ]
  const focused = fields.find(([field]) => field === document.activeElement)
  first.remove()
  frame.inert = false
  hasGraphiql = true
  editorIn('.graphiql-response').setValue(answer.textContent)
  for (const [field, editor] of fields) {
    editor.getInputField().ariaLabel = field.ariaLabel
    if (editor.getValue() !== field.value) editor.setValue(field.value)
    editor.scrollTo(field.scrollLeft, field.scrollTop)
  }
  if (focused) moveFocus(...focused)
  const buttons = [...frame.querySelectorAll('button')]
  buttons.find((button) => wordsOf(button).startsWith(wanted))?.click()
}

function moveFocus(field, editor) {
  const [from, to] = [field.selectionStart, field.selectionEnd].map((at) => editor.posFromIndex(at))
  editor.focus()
  editor.setSelection(from, to)
}

const wordsOf = (button) => button.getAttribute('aria-label') ?? button.textContent

first.addEventListener('click', ({ target }) => {
  const button = target.closest('button')
  if (button === null) return
  const at = [...first.querySelectorAll('.graphiql-tab-button')].indexOf(button)
  if (at >= 0) {
    keep()
    state.active = at
    show()
  } else if (wordsOf(button).startsWith('Execute')) run()
  else wanted = wordsOf(button)
})
// Wherever the focus is; the editors of GraphiQL run their text themselves.
document.addEventListener('keydown', (event) => {
  if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.repeat) return
  if (hasGraphiql && event.target.closest('.CodeMirror')) return
  event.preventDefault()
  if (hasGraphiql) frame.querySelector('.graphiql-execute-button').click()
  else run()
})
for (const kind of ['keydown', 'pointerdown'])
  first.addEventListener(kind, () => {
    pressed = performance.now()
  })
query.addEventListener('input', count)
query.addEventListener('scroll', () => {
  lines.scrollTop = query.scrollTop
})

const theme = localStorage.getItem('graphiql:theme') ?? localStorage.getItem('theme')
if (theme) document.body.classList.add(`graphiql-${theme}`)
// A reader can type before this script has come.
for (const [name, field] of [
  ['query', query],
  ['variables', variables],
])
  if (field.value !== field.defaultValue) current()[name] = field.value
show()
// Once the fields are painted.
requestAnimationFrame(takeOver)

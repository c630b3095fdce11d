// GraphiQL with the reader's credentials, a builder of queries, and the same request for programs.
// `bin/print/graphiql.js` bundles it.
import { useEditorContext } from '@graphiql/react'
import { GraphiQL } from 'graphiql'
import { buildSchema, getOperationAST, parse } from 'graphql'
import { createElement as h, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { credentials, isKnown, readKey } from '../../browser/key.js'
import { ask, lastSpent, onSpent, parsed, say, schemaPath, taskOf, tasks } from './ask.js'
import { BUILDER } from './plugins.js'

let streams

/** The operation that runs, by the text alone: right after a change of tabs GraphiQL's name and document are those of the tab before. */
function operationOf({ query, operationName }) {
  try {
    const document = parse(query)
    return getOperationAST(document, operationName) ?? getOperationAST(document)
  } catch {
    // The service says what is wrong with it.
    return null
  }
}

async function fetcher(given, { headers } = {}) {
  const operation = operationOf(given)
  const params = { ...given, operationName: operation?.name?.value }
  if (operation?.operation !== 'subscription') return ask(params, headers)
  say('Streaming: the square button stops it.')
  const { createClient } = await import('./later.js')
  streams ??= createClient({ url: '/graphql', headers: () => credentials(), retryAttempts: 0 })
  return streams.iterate(params)
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

/** The command that asks the same. @param task the task whose tab is unchanged, if any */
function curlOf({ query, variables }, task) {
  const key = readKey() === null ? '' : ` \\\n  -H 'X-API-Key: YOUR_KEY'`
  if (task)
    return `curl${task.path.includes('/stream') ? ' -N' : ''} ${quoted(location.origin + task.path)}${key}`
  const body = JSON.stringify({ query, variables: parsed(variables) })
  return `curl ${quoted(`${location.origin}/graphql`)}${key} \\\n  -H 'Content-Type: application/json' \\\n  -d ${quoted(body)}`
}

function Copy({ words, text }) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text())
    setCopied(true)
    setTimeout(() => setCopied(false), 2_000)
  }
  return h('button', { type: 'button', onClick: copy }, isCopied ? 'Copied' : words)
}

/** Beneath the answer: its cost, and the same request by REST, as curl and as a link. */
function Beside() {
  const { tabs, activeTabIndex } = useEditorContext({ nonNull: true })
  const cost = useSyncExternalStore(onSpent, lastSpent)
  const [sender, setSender] = useState(null)
  useEffect(() => {
    setSender(isKnown() ? (readKey() ? 'with your key' : 'signed in') : '')
  }, [])
  const { query, variables } = tabs[activeTabIndex] ?? {}
  const task = taskOf({ query, variables })
  const link = () =>
    `${location.origin}/graphql#${new URLSearchParams({ query: query ?? '', ...(variables && { variables }) })}`
  return h(
    'div',
    { className: 'beside' },
    h('p', { role: 'status' }, cost || 'Ctrl-Enter runs the query.'),
    task && h('p', null, 'REST: ', h('a', { href: task.path }, h('code', null, task.path))),
    h(
      'p',
      null,
      h(Copy, { words: 'Copy curl', text: () => curlOf({ query, variables }, task) }),
      h(Copy, { words: 'Copy link', text: link }),
      sender
        ? h('span', null, sender)
        : sender === '' && h('a', { href: '/account' }, 'Sign in or use a key'),
    ),
  )
}

const plugins = [BUILDER]

/** Opens the builder on a wide screen, as a click does: the pane is hidden before a plugin is known. */
function openBuilder(place) {
  if (!matchMedia('(min-width: 60rem)').matches) return
  place
    .querySelector('.graphiql-sidebar button[aria-label*="Explorer"]:not([aria-label*="Documentation"])')
    ?.click()
}

/** Resolves once the editors of a place show their texts. */
function whenShown(place) {
  return new Promise((resolve) => {
    const look = () =>
      ['query-editor', 'editor-tool', 'response'].every((one) =>
        place.querySelector(`.graphiql-${one} .CodeMirror-line`),
      )
        ? resolve()
        : requestAnimationFrame(look)
    look()
  })
}

/** Resolves with a value once the page has nothing else to do. */
function whenIdle(value) {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function')
      requestIdleCallback(() => resolve(value), { timeout: 2_000 })
    else setTimeout(() => resolve(value), 100)
  })
}

function App({ opened, shown }) {
  const [schema, setSchema] = useState(null)
  useEffect(() => {
    // Once the editors are seen: a query runs without the schema, which takes as long to build as they do.
    shown
      .then(whenIdle)
      .then(() => Promise.all([fetch(schemaPath).then((answer) => answer.text()), import('./later.js')]))
      .then(whenIdle)
      .then(([sdl]) => setSchema(buildSchema(sdl, { assumeValid: true, assumeValidSDL: true })))
  }, [])
  return h(
    GraphiQL,
    {
      fetcher,
      schema,
      dangerouslyAssumeSchemaIsValid: true,
      plugins,
      query: opened.query ?? '',
      variables: opened.variables ?? '',
      response: opened.response,
      defaultTabs: tasks,
      defaultQuery: '# Check fields in the builder, or type.\nquery Mine {\n  __typename\n}\n',
      defaultEditorToolsVisibility: 'variables',
      shouldPersistHeaders: false,
      defaultTheme: localStorage.getItem('theme'),
    },
    h(
      GraphiQL.Logo,
      null,
      h(
        'a',
        { href: '/', 'aria-label': 'Start page' },
        h('img', { src: '/assets/pequod.svg', alt: '', width: 28, height: 28 }),
      ),
    ),
    h(GraphiQL.Footer, null, h(Beside)),
  )
}

/**
 * Shows GraphiQL in a place, with the tabs that its storage has.
 * @param opened the tab that is open, which is among them: its query, variables and answer
 * @returns resolves once the editors show their texts
 */
export async function mount(place, opened) {
  const shown = whenShown(place)
  createRoot(place).render(h(App, { opened, shown }))
  await shown
  openBuilder(place)
}

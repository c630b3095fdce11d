// GraphiQL with the reader's credentials, a builder of queries, and the same request for programs.
// `bin/print/graphiql.js` bundles it.
import { explorerPlugin } from '@graphiql/plugin-explorer'
import { useEditorContext } from '@graphiql/react'
import { GraphiQL } from 'graphiql'
import { buildSchema, getOperationAST, parse } from 'graphql'
import { createClient } from 'graphql-sse'
import { createElement as h, useEffect, useState, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { countText } from '../../../formats.ts'
import { credentials, isKnown, readKey } from '../../browser/key.js'

const { tasks, schema: schemaPath } = JSON.parse(document.getElementById('data').textContent)
const given = new URLSearchParams(location.hash.slice(1) || location.search)
const linked = given.has('query')
  ? { query: given.get('query'), variables: given.get('variables') ?? undefined }
  : null
// A first visit has no stored tabs; the editor of variables opens with these alone.
const opened = linked ?? (localStorage.getItem('graphiql:tabState') === null ? tasks[0] : null)

/** The cost of the last run, in words. */
let spent = ''
const listeners = new Set()
function say(words) {
  spent = words
  for (const listener of listeners) listener()
}
function onSpent(listener) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const streams = createClient({ url: '/graphql', headers: () => credentials(), retryAttempts: 0 })

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

async function fetcher(given, { headers = {} } = {}) {
  const operation = operationOf(given)
  const params = { ...given, operationName: operation?.name?.value }
  const isStream = operation?.operation === 'subscription'
  if (isStream) {
    say('Streaming: the square button stops it.')
    return streams.iterate(params)
  }
  const start = performance.now()
  const answer = await fetch('/graphql', {
    method: 'POST',
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...credentials(),
      ...headers,
    },
    body: JSON.stringify(params),
  })
  const body = await answer.json()
  const took = `${Math.round(performance.now() - start)} ms`
  say([took, costOf(body), budgetOf(answer.headers)].filter(Boolean).join(' · '))
  return body
}

function costOf({ extensions }) {
  const cost = extensions?.cost
  const price = typeof cost === 'object' && cost !== null ? cost.requested : cost
  return typeof price === 'number' ? `cost ${countText(price)}` : ''
}

/** The structured fields of the cost budget: `"cost";q=…;w=60` and `"cost";r=…;t=…`. */
function budgetOf(headers) {
  const numberIn = (name, letter) =>
    Number(new RegExp(`"cost";(?:[^,]*;)?${letter}=(\\d+)`).exec(headers.get(name) ?? '')?.[1] ?? Number.NaN)
  const [limit, left] = [numberIn('RateLimit-Policy', 'q'), numberIn('RateLimit', 'r')]
  return Number.isNaN(limit + left) ? '' : `${countText(left)} of ${countText(limit)} left this minute`
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

function parsed(variables) {
  try {
    return JSON.parse(variables || '{}')
  } catch {
    return {}
  }
}

const isSame = (one, other) => JSON.stringify(parsed(one)) === JSON.stringify(parsed(other))

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
  const cost = useSyncExternalStore(onSpent, () => spent)
  // Storage is first read on disk: the editors do not wait for that.
  const [sender, setSender] = useState(null)
  useEffect(() => {
    whenPainted().then(() => setSender(isKnown() ? (readKey() ? 'with your key' : 'signed in') : ''))
  }, [])
  const { query, variables } = tabs[activeTabIndex] ?? {}
  const task = tasks.find((one) => one.query === query && isSame(one.variables, variables))
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

const plugins = [explorerPlugin({ showAttribution: false })]

/** Opens the builder on a wide screen, as a click does: the pane is hidden before a plugin is known. */
function openBuilder() {
  if (!matchMedia('(min-width: 60rem)').matches || localStorage.getItem('graphiql:visiblePlugin')) return
  document
    .querySelector('.graphiql-sidebar button[aria-label*="Explorer"]:not([aria-label*="Documentation"])')
    ?.click()
}

/** Resolves once the editor of queries shows its text, and that is painted. */
function whenPainted() {
  return new Promise((resolve) => {
    const look = () =>
      document.querySelector('.graphiql-query-editor .CodeMirror-line')
        ? requestAnimationFrame(() => setTimeout(resolve))
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

function App() {
  const [schema, setSchema] = useState(null)
  useEffect(() => {
    // Once the editors are painted: a query runs without the schema, which takes as long to build as they do.
    const text = whenPainted().then(async () => (await fetch(schemaPath)).text())
    text.then(whenIdle).then((sdl) => {
      setSchema(buildSchema(sdl, { assumeValid: true, assumeValidSDL: true }))
      openBuilder()
    })
  }, [])
  return h(
    GraphiQL,
    {
      fetcher,
      schema,
      dangerouslyAssumeSchemaIsValid: true,
      plugins,
      ...(opened && { query: opened.query, variables: opened.variables }),
      defaultTabs: linked ? [linked, ...tasks] : tasks,
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

createRoot(document.getElementById('graphiql')).render(h(App))

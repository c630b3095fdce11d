import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { raw } from 'hono/html'
import { schemaText } from '../../graph/print-schema.ts'
import { type Html, html } from '../kit/html.ts'
import { htmlDocument, pagePolicy } from '../kit/html-document.ts'
import { type PackedFile, packFile, sendPacked } from '../kit/send-packed.ts'
import { graphiqlTasks, type Task } from './tasks.ts'

/** Only our own files are loaded. Editors set styles through the document, which needs no exception. */
export const GRAPHIQL_POLICY = pagePolicy({
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'connect-src': "'self'",
})

const FOLDER = '/assets/graphiql/'
const TYPES = new Map([
  ['js', 'text/javascript; charset=utf-8'],
  ['css', 'text/css; charset=utf-8'],
  ['graphql', 'application/graphql; charset=utf-8'],
])

/** A file of GraphiQL; its name has the hash of its content. */
interface GraphiqlFile {
  type: string
  file: PackedFile
}

let stored: Promise<ReadonlyMap<string, GraphiqlFile>> | undefined

/** Reads the bundle that `bin/print/graphiql.js` builds, and prints the schema, both at the first request. */
function graphiqlFiles(): Promise<ReadonlyMap<string, GraphiqlFile>> {
  stored ??= readFiles()
  return stored
}

async function readFiles(): Promise<ReadonlyMap<string, GraphiqlFile>> {
  const places = ['../../../dist/graphiql/', '../../../graphiql/'].map(
    (path) => new URL(path, import.meta.url),
  )
  const place = places.find((one) => existsSync(one))
  if (place === undefined) throw new Error('GraphiQL is not built: run `npm run graphiql`.')
  const files = new Map<string, GraphiqlFile>()
  const add = async (name: string, content: string | Buffer) => {
    const type = TYPES.get(name.slice(name.lastIndexOf('.') + 1))
    if (type !== undefined) files.set(name, { type, file: await packFile(content) })
  }
  for (const name of await readdir(place)) await add(name, await readFile(new URL(name, place)))
  const schema = schemaText()
  await add(`schema-${createHash('sha256').update(schema).digest('hex').slice(0, 12)}.graphql`, schema)
  return files
}

/**
 * Returns GraphiQL's page: small, since its files are cached for good. It comes with a first editor, whose place GraphiQL takes
 * once it is loaded.
 */
export async function graphiqlHtml(simulated: boolean): Promise<string> {
  const names = [...(await graphiqlFiles()).keys()]
  const file = (start: string) => FOLDER + names.find((name) => name.startsWith(start))
  const tasks = graphiqlTasks(simulated)
  const data = { tasks, schema: file('schema-') }
  return htmlDocument({
    title: simulated ? 'Pequod GraphiQL (simulated data)' : 'Pequod GraphiQL',
    head: html`<link rel="stylesheet" href="${file('style-')}">
    <script type="module" blocking="render" src="${file('first-editor-')}"></script>
    <link rel="modulepreload" href="${file('graphiql-')}"><link rel="modulepreload" href="${file('rolldown-runtime-')}">`,
    body: html`<noscript><p>GraphiQL needs script. The same answers are at <a href="/docs">the REST reference</a>.</p></noscript>
    <script type="application/json" id="data">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
    <div id="first" class="graphiql-container">${firstEditor(tasks)}</div>
    <div id="graphiql" inert></div>`,
  })
}

const PLAY = html`<svg height="1em" viewBox="0 0 16 18" aria-hidden="true"><path d="M1.32 16.08V1.92l12.91 7.08z" stroke="currentColor" fill="currentColor" stroke-width="1.5" stroke-linejoin="round"/></svg>`
const CLOSE = html`<span class="graphiql-un-styled graphiql-tab-close"><svg height="1em" viewBox="0 0 14 14" aria-hidden="true"/></span>`

/** GraphiQL's own frame by its classes, with fields for its editors. */
function firstEditor(tasks: readonly Task[]): Html {
  const [task] = tasks
  if (task === undefined) throw new Error('GraphiQL opens with a task.')
  const lines = task.query.split('\n').map((_line, at) => at + 1)
  return html`<div class="graphiql-sidebar"></div>
    <main class="graphiql-main"><div class="graphiql-plugin"></div><div class="graphiql-horizontal-drag-bar"></div>
    <div class="graphiql-sessions"><div class="graphiql-session-header"><ul class="graphiql-tabs no-scrollbar" role="tablist" aria-label="Select active operation">${tasks.map(
      ({ name }, at) =>
        html`<li role="tab" aria-selected="${at === 0 ? 'true' : 'false'}" class="graphiql-tab${at === 0 && ' graphiql-tab-active'}"><button type="button" class="graphiql-un-styled graphiql-tab-button">${name}</button>${CLOSE}</li>`,
    )}</ul></div>
    <div id="first-session"><div class="graphiql-editors">
    <section class="graphiql-query-editor" aria-label="Query Editor"><div class="graphiql-editor"><pre data-first="lines" aria-hidden="true">${lines.join('\n')}</pre><textarea data-first="query" aria-label="Query" spellcheck="false" autocomplete="off" wrap="off">
${task.query}</textarea></div>
    <div class="graphiql-toolbar"><button type="button" class="graphiql-execute-button" aria-label="Execute query (Ctrl-Enter)">${PLAY}</button></div></section>
    <div class="graphiql-editor-tools"><button type="button" class="graphiql-un-styled active">Variables</button><button type="button" class="graphiql-un-styled">Headers</button></div>
    <section class="graphiql-editor-tool" aria-label="Variables"><div class="graphiql-editor"><textarea data-first="variables" aria-label="Variables" spellcheck="false" autocomplete="off" wrap="off">
${task.variables}</textarea></div></section>
    </div><div class="graphiql-horizontal-drag-bar"></div>
    <div class="graphiql-response"><section class="result-window" aria-label="Result Window" aria-live="polite"><pre data-first="answer" tabindex="0"></pre></section>
    <div class="graphiql-footer"><div class="beside"><p role="status" data-first="status">Ctrl-Enter runs the query.</p><p data-first="rest">REST: <a href="${task.path}"><code>${task.path}</code></a></p><p><button type="button">Copy curl</button><button type="button">Copy link</button></p></div></div></div></div></div></main>`
}

/** Returns a function that renders and compresses each of the page's two forms at its first request. */
export function createGraphiqlPages(): (simulated: boolean) => Promise<PackedFile> {
  const pages = new Map<boolean, Promise<PackedFile>>()
  return (simulated) => {
    const known = pages.get(simulated)
    if (known !== undefined) return known
    const page = graphiqlHtml(simulated).then(packFile)
    pages.set(simulated, page)
    return page
  }
}

/** Adds the files of GraphiQL. A name has the hash of the content, so that browsers never revalidate. */
export function registerGraphiqlFiles(app: FastifyInstance): void {
  app.get<{ Params: { name: string } }>(`${FOLDER}:name`, async (request, reply) => {
    const found = (await graphiqlFiles()).get(request.params.name)
    if (found === undefined) return reply.callNotFound()
    const headers = { 'Content-Type': found.type, 'Cache-Control': 'public, max-age=31536000, immutable' }
    return sendPacked(request, reply, found.file, headers)
  })
}

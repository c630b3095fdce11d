import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { raw } from 'hono/html'
import { schemaText } from '../../graph/print-schema.ts'
import { html } from '../kit/html.ts'
import { htmlDocument, pagePolicy } from '../kit/html-document.ts'
import { type PackedFile, packFile, sendPacked } from '../kit/send-packed.ts'
import { graphiqlTasks } from './tasks.ts'

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

/** Returns GraphiQL's page: small, since its files are cached for good. */
export async function graphiqlHtml(simulated: boolean): Promise<string> {
  const names = [...(await graphiqlFiles()).keys()]
  const file = (start: string) => FOLDER + names.find((name) => name.startsWith(start))
  const data = { tasks: graphiqlTasks(simulated), schema: file('schema-') }
  return htmlDocument({
    title: simulated ? 'Pequod GraphiQL (simulated data)' : 'Pequod GraphiQL',
    head: html`<link rel="stylesheet" href="${file('style-')}">
    <script defer src="${file('graphiql-')}"></script>`,
    body: html`<script type="application/json" id="data">${raw(JSON.stringify(data).replaceAll('<', '\\u003c'))}</script>
    <div id="graphiql"><p>GraphiQL needs script. The same answers are at <a href="/docs">the REST reference</a>.</p></div>`,
  })
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

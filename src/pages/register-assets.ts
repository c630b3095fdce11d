import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { messagePictures } from '../documents.ts'
import { registerGraphiqlFiles } from './graphiql/graphiql-page.ts'
import { ICON_FILE, PAGE_ICON } from './kit/page-icon.ts'
import { PAGE_STYLE } from './kit/page-style.ts'
import { packFile, sendPacked } from './kit/send-packed.ts'
import { DOCS_SCRIPT } from './reference/docs-script.ts'
import { DOCS_STYLE } from './reference/docs-style.ts'

const SCRIPT = 'text/javascript; charset=utf-8'
const STYLE = 'text/css; charset=utf-8'
const SVG = 'image/svg+xml'

interface Asset {
  type: string
  read(): Promise<string | Buffer>
}

/** The pages are for search engines, answers are not: each would use up the crawler's limit. */
const ROBOTS = `User-agent: *
Allow: /
${['/v1/', '/graphql', '/mcp', '/metrics', '/health/', '/search', '/account', '/outbox'].map((path) => `Disallow: ${path}`).join('\n')}
`

/** The modules that pages run, each a file of the browser's own language. */
const MODULES = [
  'theme',
  'page',
  'key',
  'whales',
  'account',
  'follow',
  'outbox',
  'tape',
  'lab',
  'verify',
  'reconcile',
]

const ASSETS: Readonly<Record<string, Asset>> = {
  '/assets/pequod.css': { type: STYLE, read: async () => PAGE_STYLE },
  '/assets/pequod.svg': { type: SVG, read: async () => PAGE_ICON },
  '/assets/docs.css': { type: STYLE, read: async () => DOCS_STYLE },
  '/assets/docs.js': { type: SCRIPT, read: async () => DOCS_SCRIPT },
  '/assets/scalar.js': { type: SCRIPT, read: readScalarScript },
  '/favicon.ico': { type: 'image/x-icon', read: async () => ICON_FILE },
  '/robots.txt': { type: 'text/plain; charset=utf-8', read: async () => ROBOTS },
  '/assets/formats.js': { type: SCRIPT, read: () => readModule('formats') },
  '/assets/verify-proof.js': { type: SCRIPT, read: () => readModule('proofs/verify-proof') },
  ...Object.fromEntries(
    MODULES.map((name) => [
      `/assets/${name}.js`,
      { type: SCRIPT, read: () => readFile(new URL(`./browser/${name}.js`, import.meta.url)) },
    ]),
  ),
  ...Object.fromEntries(
    messagePictures().map(({ path, file }) => [`/docs/${path}`, { type: SVG, read: () => readFile(file) }]),
  ),
}

/**
 * Adds the files that pages load and that browsers and crawlers request, each read and compressed at its
 * first request. Browsers revalidate each time, so that a page never runs the script of another version.
 */
export function registerAssets(app: FastifyInstance): void {
  registerGraphiqlFiles(app)
  for (const [path, { type, read }] of Object.entries(ASSETS)) {
    let packed: ReturnType<typeof packFile> | undefined
    app.get(path, async (request, reply) => {
      packed ??= read().then(packFile)
      return sendPacked(request, reply, await packed, { 'Content-Type': type })
    })
  }
}

/** Reads a module of the service that imports nothing, for browsers: its source without types, or what the package was built into. */
async function readModule(name: string): Promise<string> {
  const isSource = import.meta.url.endsWith('.ts')
  const text = await readFile(new URL(`../${name}.${isSource ? 'ts' : 'js'}`, import.meta.url), 'utf8')
  if (!isSource) return text
  const { emitWarning } = process
  // Node warns on the terminal that the function is experimental.
  process.emitWarning = () => undefined
  try {
    return stripTypeScriptTypes(text)
  } finally {
    process.emitWarning = emitWarning
  }
}

/**
 * Reads the reference's script, a single file of 4 MB. The package serves it only through a plugin, so a
 * server that never listens is asked for it, at the first use.
 * @throws Error if the package has no script
 */
async function readScalarScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const shelf = fastify()
  await shelf.register(scalar, { routePrefix: '/', configuration: { url: '/' } })
  const { statusCode, rawPayload } = await shelf.inject('/js/scalar.js')
  await shelf.close()
  if (statusCode !== 200) throw new Error('@scalar/fastify-api-reference has no script at /js/scalar.js.')
  return rawPayload
}

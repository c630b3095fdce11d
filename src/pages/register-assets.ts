import { readFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { Resvg } from '@resvg/resvg-js'
import type { FastifyInstance } from 'fastify'
import fastify from 'fastify'
import { messagePictures } from '../documents.ts'
import { registerGraphiqlFiles } from './graphiql/graphiql-page.ts'
import { ICON_FILE, PAGE_ICON, PAGE_STYLE } from './kit/page-style.ts'
import { PALETTES, type Palette } from './kit/palette.ts'
import { packFile, sendPacked } from './kit/send-packed.ts'
import { DOCS_SCRIPT } from './reference/docs-script.ts'

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

const ICON_SIZES = [192, 512]

/** The description by which browsers install the pages as an application. */
const MANIFEST = JSON.stringify({
  name: 'Pequod',
  id: '/',
  start_url: '/',
  display: 'standalone',
  background_color: PALETTES.light.paper,
  theme_color: '#0b6377',
  icons: [
    { src: '/assets/pequod.svg', sizes: 'any', type: SVG },
    ...ICON_SIZES.map((size) => ({
      src: `/assets/icon-${size}.png`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose: 'any maskable',
    })),
  ],
})

/** The modules that pages run, each a file of the browser's own language. */
const MODULES = [
  'theme',
  'page',
  'key',
  'push',
  'whales',
  'account',
  'follow',
  'outbox',
  'tape',
  'lab',
  'verify',
  'reconcile',
  'why',
]

const ASSETS: Readonly<Record<string, Asset>> = {
  '/assets/pequod.css': { type: STYLE, read: async () => PAGE_STYLE },
  '/assets/pequod.svg': { type: SVG, read: async () => PAGE_ICON },
  '/assets/docs.css': { type: STYLE, read: async () => DOCS_STYLE },
  '/assets/docs.js': { type: SCRIPT, read: async () => DOCS_SCRIPT },
  '/assets/scalar.js': { type: SCRIPT, read: readScalarScript },
  '/push-worker.js': {
    type: SCRIPT,
    read: () => readFile(new URL('./browser/push-worker.js', import.meta.url)),
  },
  '/manifest.webmanifest': { type: 'application/manifest+json', read: async () => MANIFEST },
  ...Object.fromEntries(
    ICON_SIZES.map((size) => [
      `/assets/icon-${size}.png`,
      {
        type: 'image/png',
        read: async () => new Resvg(PAGE_ICON, { fitTo: { mode: 'width', value: size } }).render().asPng(),
      },
    ]),
  ),
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

const FONTS = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

/**
 * The bar above the reference, and our colours in the place of the bundled theme's. The reader's choice of light or
 * dark is a class on the body.
 */
const DOCS_STYLE = `
:root { color-scheme: light dark; --scalar-custom-header-height: 2.75rem; }
body { margin: 0; background: ${PALETTES.light.paper}; color: ${PALETTES.light.ink}; font: 15px/1.5 ${FONTS}; }
@media (prefers-color-scheme: dark) { body { background: ${PALETTES.dark.paper}; color: ${PALETTES.dark.ink}; } }
#reference:not(:has(*)) { padding: 2rem 1.25rem; }
.light-mode { ${scalarColours(PALETTES.light)} }
.dark-mode { ${scalarColours(PALETTES.dark)} }
body.light-mode, body.dark-mode { background: var(--scalar-background-1); color: var(--scalar-color-1); }
.bar {
  position: sticky; top: 0; z-index: 10; box-sizing: border-box; height: var(--scalar-custom-header-height);
  display: flex; align-items: center; gap: 1.1rem; padding: 0 3.5rem 0 1.25rem;
  background: ${PALETTES.dark.card}; color: ${PALETTES.dark.ink};
  line-height: 1; white-space: nowrap;
}
.bar a { color: inherit; text-decoration: none; display: flex; align-items: center; gap: .5rem; }
.bar a:hover, .bar a:focus-visible { text-decoration: underline; }
.bar a:first-child { font-weight: 600; }
.bar p { margin: 0 0 0 auto; color: ${PALETTES.dark.noteInk}; }
@media (max-width: 40rem) { .bar { padding: 0 1rem; gap: .8rem; font-size: 14px; } .bar :is(p span, [href="/docs/schema"], [href="/v1/openapi.json"]) { display: none; } }
`

function scalarColours({ paper, ink, soft, line, card, accent }: Palette): string {
  return [
    `--scalar-background-1: ${paper}; --scalar-background-2: ${card}; --scalar-background-3: ${line};`,
    `--scalar-color-1: ${ink}; --scalar-color-2: ${soft}; --scalar-color-3: ${soft};`,
    `--scalar-color-accent: ${accent}; --scalar-border-color: ${line};`,
  ].join(' ')
}

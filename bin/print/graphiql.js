// Bundles GraphiQL into dist/graphiql, from packages: files whose names have the hash of their content.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const place = (path) => new URL(`../../${path}`, import.meta.url)
const SOURCES = 'src/pages/graphiql/browser/'
const standIns = fileURLToPath(place(`${SOURCES}stand-ins.js`))
const docExplorer = fileURLToPath(new URL('.', import.meta.resolve('@graphiql/plugin-doc-explorer')))
/** Packages of later.js alone. */
const LATER =
  /graphiql-explorer|plugin-explorer|plugin-doc-explorer.dist.components|@headlessui|@?react-aria|@?react-stately|@tanstack|markdown-it|linkify-it|mdurl|entities|uc\.micro|punycode|graphql-sse/

const bundle = await rolldown({
  input: { 'first-editor': fileURLToPath(place(`${SOURCES}first-editor.js`)) },
  platform: 'browser',
  preserveEntrySignatures: 'allow-extension',
  resolve: {
    alias: {
      'framer-motion': standIns,
      'react-remove-scroll': standIns,
      'markdown-it': standIns,
      'pequod:markdown-it': fileURLToPath(import.meta.resolve('markdown-it')),
      '@graphiql/plugin-doc-explorer': fileURLToPath(place(`${SOURCES}plugins.js`)),
      'pequod:doc-context': `${docExplorer}context.js`,
      'pequod:doc-explorer': `${docExplorer}components/doc-explorer.js`,
    },
  },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  // Packages begin with directives for servers ("use client"), which a bundle drops.
  onLog(level, log, handle) {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
  },
})
// The first editor, GraphiQL itself, which it imports, and what GraphiQL imports with the schema.
const { output } = await bundle.generate({
  format: 'esm',
  minify: true,
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [
      { name: 'later', test: (id) => id.endsWith('later.js') || LATER.test(id), priority: 2 },
      { name: 'graphiql', test: /node_modules|graphiql\.js$|plugins\.js$|stand-ins|\0/, priority: 1 },
    ],
  },
})
await bundle.close()
const isEarly = output.some(
  ({ name, imports }) => name === 'graphiql' && imports.some((one) => one.startsWith('later-')),
)
if (isEarly) throw new Error('GraphiQL needs a package of LATER before its schema: remove it from there.')

/** GraphiQL's fonts are 300 KB of its style sheet; the system's take their place. */
const style = ['graphiql/dist/style.css', '@graphiql/plugin-explorer/dist/style.css']
  .map((path) => readFileSync(place(`node_modules/${path}`), 'utf8'))
  .concat(readFileSync(place(`${SOURCES}graphiql.css`), 'utf8'))
  .join('\n')
  .replaceAll(/@font-face\s*\{[^}]*\}/g, '')

rmSync(place('dist/graphiql'), { recursive: true, force: true })
mkdirSync(place('dist/graphiql'), { recursive: true })
for (const { fileName, code } of output) writeFileSync(place(`dist/graphiql/${fileName}`), code)
const hash = createHash('sha256').update(style).digest('hex').slice(0, 12)
writeFileSync(place(`dist/graphiql/style-${hash}.css`), style)

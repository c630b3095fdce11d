// Bundles GraphiQL into dist/graphiql, from packages: files whose names have the hash of their content.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { rolldown } from 'rolldown'

const place = (path) => new URL(`../../${path}`, import.meta.url)
const SOURCES = 'src/pages/graphiql/browser/'
const standIns = fileURLToPath(place(`${SOURCES}stand-ins.js`))
const markdown = fileURLToPath(import.meta.resolve('markdown-it'))

const bundle = await rolldown({
  input: { 'first-editor': fileURLToPath(place(`${SOURCES}first-editor.js`)) },
  platform: 'browser',
  preserveEntrySignatures: 'allow-extension',
  resolve: {
    alias: {
      'framer-motion': standIns,
      'react-remove-scroll': standIns,
      'markdown-it': standIns,
      'pequod:markdown-it': markdown,
    },
  },
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  // Packages begin with directives for servers ("use client"), which a bundle drops.
  onLog(level, log, handle) {
    if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
  },
})
// The first editor, and GraphiQL itself, which it imports.
const { output } = await bundle.generate({
  format: 'esm',
  minify: true,
  entryFileNames: '[name]-[hash].js',
  chunkFileNames: '[name]-[hash].js',
  // Two files: all that the first editor does not need is one.
  codeSplitting: {
    includeDependenciesRecursively: false,
    groups: [{ name: 'graphiql', test: /node_modules|graphiql\.js$|stand-ins|\0/ }],
  },
})
await bundle.close()

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

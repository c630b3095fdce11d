#!/usr/bin/env node
// Plain JavaScript on purpose: it must start on any Node to say, in one sentence, which Node is needed.
import { existsSync } from 'node:fs'
import module from 'node:module'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  console.error(
    `pequod needs Node 22.18 or newer, and this is ${process.versions.node}: ` +
      'run it through npm (npm start, npx pequod), which brings its own, or install a newer Node.',
  )
  process.exit(1)
}

// What was compiled once is read from the system's temporary folder from then on: a start takes half the time.
module.enableCompileCache()

// A published package carries built JavaScript: Node strips types only outside node_modules.
const built = new URL('../dist/src/cli.js', import.meta.url)
await import(existsSync(built) ? built.href : new URL('../src/cli.ts', import.meta.url).href)

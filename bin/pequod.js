#!/usr/bin/env node
// Plain JavaScript on purpose: it must start on any Node to say, in one sentence, which Node is needed.
import { existsSync } from 'node:fs'
import module from 'node:module'

// A checkout always runs its sources; a published package contains only built JavaScript, since Node does not strip
// types inside node_modules.
const source = new URL('../src/cli.ts', import.meta.url)
const isCheckout = existsSync(source)

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
if (major < 22 || (major === 22 && minor < 18)) {
  const remedy = isCheckout
    ? 'run it through npm (npm start, npx pequod), which brings its own, or install a newer Node.'
    : 'install a newer Node.'
  console.error(`pequod needs Node 22.18 or newer, and this is ${process.versions.node}: ${remedy}`)
  process.exit(1)
}

// Compiled code is cached in the system's temporary folder: a start takes half the time.
module.enableCompileCache()

await import(isCheckout ? source.href : new URL('../dist/src/cli.js', import.meta.url).href)

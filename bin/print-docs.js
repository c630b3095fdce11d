#!/usr/bin/env node
// Prints the tables of the docs from the code: `npm run docs`. A test fails when a page is behind.
import { readFileSync, writeFileSync } from 'node:fs'
import { PRINTED_PAGES, printPage } from '../docs/tables/printed-pages.ts'

for (const path of PRINTED_PAGES) {
  const file = new URL(`../${path}`, import.meta.url)
  const before = readFileSync(file, 'utf8')
  const after = printPage(path, before)
  if (after !== before) writeFileSync(file, after)
  console.log(`${path} ${after === before ? 'is up to date' : 'was printed anew'}`)
}

#!/usr/bin/env node
// Prints the tables of the docs and the OpenAPI document from the code: `npm run docs`. A test fails when one is
// outdated.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { documentText } from '../../src/rest/openapi/document.ts'
import { PRINTED_PAGES, printPage } from './tables/printed-pages.ts'

for (const path of PRINTED_PAGES) print(path, (before) => printPage(path, before))
print('schema/openapi.json', documentText)

/**
 * @param {string} path
 * @param {(before: string) => string} printed
 */
function print(path, printed) {
  const file = new URL(`../../${path}`, import.meta.url)
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const after = printed(before)
  if (after !== before) writeFileSync(file, after)
  console.log(`${path} ${after === before ? 'is up to date' : 'was updated'}`)
}

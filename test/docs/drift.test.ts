import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { PRINTED_PAGES, printPage } from '../../bin/print/tables/printed-pages.ts'

describe('pages with printed tables', () => {
  it.each(PRINTED_PAGES)('%s is printed as the code has it', (path) => {
    const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')
    expect(printPage(path, text), 'run `npm run docs` and commit what it prints').toBe(text)
  })
})

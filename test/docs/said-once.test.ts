import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

/** Comments, which are skipped, and texts in any quotes. */
const TEXTS = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g
/** The least length of a sentence that counts; shorter ones may repeat. */
const LONG = 25
/** Each kind of follow describes its own input and result. */
const FOLLOWS = /watchlist/

it('no long sentence is in the code twice', () => {
  const places = new Map<string, string[]>()
  const files = globSync('src/**/*.ts').filter(
    (file) => !/\.generated\.ts$/.test(file) && !FOLLOWS.test(file),
  )
  for (const file of files)
    for (const [, ...quoted] of readFileSync(file, 'utf8').matchAll(TEXTS)) {
      const text = quoted.find((one) => one !== undefined) ?? ''
      const isSentence = text.length >= LONG && /^[A-Z$][^\n]* [^\n]*\.$/.test(text)
      if (isSentence) places.set(text, [...(places.get(text) ?? []), file])
    }
  expect(places.size).toBeGreaterThan(1_000)
  expect([...places].filter(([, found]) => found.length > 1)).toEqual([])
})

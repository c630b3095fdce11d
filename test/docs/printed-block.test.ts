import fc from 'fast-check'
import { expect, it } from 'vitest'
import { replacePrintedBlock } from '../../bin/print/tables/printed-block.ts'

const plain = fc.string().filter((text) => !text.includes('<!--'))
const page = (before: string, inside: string, after: string) =>
  `${before}<!-- t:begin -->${inside}<!-- t:end -->${after}`

it('a printed block replaces only the text between its comments', () => {
  fc.assert(
    fc.property(plain, plain, plain, plain, (before, inside, after, content) => {
      const expected = page(before, `\n${content}\n`, after)
      expect(replacePrintedBlock(page(before, inside, after), 't', content)).toBe(expected)
    }),
  )
})

it('a page is printed the same way twice', () => {
  fc.assert(
    fc.property(plain, plain, (inside, content) => {
      const once = replacePrintedBlock(page('a', inside, 'z'), 't', content)
      expect(replacePrintedBlock(once, 't', content)).toBe(once)
    }),
  )
})

it.each([
  ['no beginning', '<!-- t:end -->'],
  ['no end', '<!-- t:begin -->'],
  ['two beginnings', '<!-- t:begin --><!-- t:begin --><!-- t:end -->'],
  ['its end first', '<!-- t:end --><!-- t:begin -->'],
])('refuses a page with %s', (_, text) => {
  expect(() => replacePrintedBlock(text, 't', '')).toThrow(RangeError)
})

import { expect, it } from 'vitest'
import { markedExamples } from './support/marked-examples.ts'

it('a marked example is a command and its block', () => {
  const page =
    '# A page\n\n<!-- run: curl -s http://127.0.0.1:4000/v1 -->\n```json\n{\n}\n```\n\n```sh\nls\n```\n'
  expect(markedExamples(page)).toEqual([
    { command: 'curl -s http://127.0.0.1:4000/v1', language: 'json', output: '{\n}', line: 3 },
  ])
})

it('a marked example may have an empty block', () => {
  expect(markedExamples('<!-- run: npm test -->\n```text\n```\n')).toEqual([
    { command: 'npm test', language: 'text', output: '', line: 1 },
  ])
})

it.each([
  ['no block', '<!-- run: curl x -->\n\ntext'],
  ['a space between', '<!-- run: curl x -->\n\n```json\n```'],
  ['a block without an end', '<!-- run: curl x -->\n```json\n{}'],
])('refuses a mark with %s', (_, page) => {
  expect(() => markedExamples(page)).toThrow(RangeError)
})

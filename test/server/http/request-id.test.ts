import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createApiKeySecret } from '../../../src/accounts/api-key.ts'
import { requestId } from '../../../src/server/http/create-http.ts'

const MADE = /^[0-9a-f]{24}$/
const idOf = (own: string) => requestId({ headers: { 'x-request-id': own } })

test.each(['7f9c2ba4', 'Root=1-67891233-abcdef012345678912345678', 'a'.repeat(100), 'A/b+c=:1.2_3'])(
  'a caller’s own id is taken: %s',
  (own) => {
    expect(idOf(own)).toBe(own)
  },
)

test.each([
  '',
  ' ',
  'a'.repeat(101),
  'a b',
  'a\r\nSet-Cookie: b',
  'a\nb',
  '-a',
  'ä',
  '"a"',
  'a;b',
  '<a>',
  createApiKeySecret().key,
])('another one is made where it is too long, not plain or holds a key: %j', (own) => {
  expect(idOf(own)).toMatch(MADE)
})

test('any caller’s request id is safe in a header and in a log line', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary-ascii' }), (own) => {
      expect(idOf(own)).toMatch(/^[\w.:=+/-]{1,100}$/)
    }),
  )
})

test('generated request ids are unique', () => {
  const ids = Array.from({ length: 1_000 }, () => requestId({ headers: {} }))
  expect(new Set(ids).size).toBe(ids.length)
})

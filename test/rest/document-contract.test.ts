import { expect, test } from 'vitest'
import { serviceDocument } from '../../src/rest/openapi/document.ts'
import { createContract } from './support/document-contract.ts'
import type { HttpAnswer } from './support/http-answer.ts'

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': 'one',
  ratelimit: '"default";r=4;t=1',
  'ratelimit-policy': '"default";q=5;w=1',
  'x-ratelimit-limit': '5',
  'x-ratelimit-remaining': '4',
  'x-ratelimit-reset': '1',
}
const CUTOFF = { block: 52_000_000, time: '2026-03-01T00:00:00Z' }
const ROW = {
  address: `0x${'a'.repeat(40)}`,
  username: null,
  profileImage: null,
  xUsername: null,
  verifiedBadge: false,
}

function faultsOf(body: unknown, change: Partial<HttpAnswer> = {}): string[] {
  const answer = { status: 200, headers: HEADERS, body: JSON.stringify(body), ...change }
  return createContract(serviceDocument()).faultsOf('/v1/trader', answer)
}

test('the contract check accepts the declared answers', () => {
  expect(faultsOf({ items: [ROW], nextCursor: null, cutoff: CUTOFF })).toEqual([])
})

test.each([
  ['a property more', { items: [{ ...ROW, bio: null }], nextCursor: null, cutoff: CUTOFF }],
  ['a property less', { items: [], cutoff: CUTOFF }],
  ['null where there is none', { items: [{ ...ROW, address: null }], nextCursor: null, cutoff: CUTOFF }],
  ['another type', { items: [{ ...ROW, verifiedBadge: 'no' }], nextCursor: null, cutoff: CUTOFF }],
  ['another form', { items: [{ ...ROW, address: '0xA' }], nextCursor: null, cutoff: CUTOFF }],
])('the contract finds %s', (_what, body) => {
  expect(faultsOf(body)).toHaveLength(1)
})

test.each([
  ['a status that is not declared', { status: 418 }],
  ['another media type', { headers: { ...HEADERS, 'content-type': 'text/html' } }],
  ['a header that is missing', { headers: { ...HEADERS, 'x-request-id': undefined } }],
  ['a header that is not declared', { headers: { ...HEADERS, 'x-powered-by': 'steam' } }],
  ['a header of another type', { headers: { ...HEADERS, 'x-ratelimit-reset': 'soon' } }],
])('the contract finds %s', (_what, change) => {
  expect(faultsOf({ items: [ROW], nextCursor: null, cutoff: CUTOFF }, change)).toHaveLength(1)
})

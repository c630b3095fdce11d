import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { requestUrl } from '../../src/client/request-url.ts'

const text = fc.string({ unit: 'grapheme', minLength: 1 }).filter((value) => value !== '.' && value !== '..')
const base = fc.constantFrom(
  'http://127.0.0.1:4000',
  'https://pequod.example/',
  'https://x.example/behind/it//',
)

describe('the URL of a request', () => {
  test('holds the given values with any characters: one path segment, one query value each', () => {
    fc.assert(
      fc.property(base, text, text, fc.boolean(), (baseUrl, id, query, flag) => {
        const url = new URL(requestUrl(baseUrl, '/v1/a/{id}/b', { query, id, flag, left: undefined }))
        const prefix = new URL(baseUrl).pathname.replace(/\/+$/, '')
        expect(url.pathname.slice(0, prefix.length)).toBe(prefix)
        const segments = url.pathname.slice(prefix.length).split('/').map(decodeURIComponent)
        expect(segments).toEqual(['', 'v1', 'a', id, 'b'])
        expect([...url.searchParams]).toEqual([
          ['query', query],
          ['flag', String(flag)],
        ])
      }),
    )
  })

  test('is refused without a path parameter, or with a dot segment', () => {
    const address = (id: string | undefined) => () => requestUrl('http://a.example', '/v1/{id}', { id })
    expect(address(undefined)).toThrow('id is missing')
    expect(address('')).toThrow('id is missing')
    expect(address('..')).toThrow(TypeError)
    expect(address('.')).toThrow(TypeError)
  })
})

import fc from 'fast-check'
import type { DocumentOperation } from './operations-of.ts'

/** Parts of addresses that no client of ours writes, as they go over the wire. */
const PARTS = [
  '/',
  '//',
  '/./',
  '/../',
  '%2e%2e%2f',
  '%2F',
  '%5c',
  ';',
  ';jsessionid=1',
  '?',
  '??',
  '&',
  '&&',
  '=',
  '==',
  '#',
  '%',
  '%%',
  '%zz',
  '%00',
  '%0d%0aX-Evil:1',
  '%c0%af',
  '%ff%fe',
  '%ed%a0%80',
  '%F0%28%8C%28',
  '%u0041',
  '+',
  'limit',
  'limit[]=1',
  'limit[$gt]=1',
  'limit=1',
  'asOf=',
  '__proto__=1',
  'constructor[prototype]=1',
  'a=b=c',
  'x'.repeat(600),
  'format=csv',
  'format=%00',
  '0x',
  '{id}',
  ':id',
  '*',
  '~',
  '"',
  "'",
  '<',
  '|',
  '[',
  '`',
]

/**
 * Draws URLs that begin as a path of the document does, and continue with anything that a request line can
 * hold.
 */
export function rawAddressArbitrary(operations: readonly DocumentOperation[]): fc.Arbitrary<string> {
  const start = fc.constantFrom(...operations.map(({ path }) => path.replaceAll(/\{\w+\}/g, 'x')))
  const parts = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 })
  return fc.tuple(start, parts).map(([path, more]) => `${path}${more.join('')}`)
}

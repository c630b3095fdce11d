import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CHUNK, chunksOf, leafHash, pathInChunks, pathOf, rootOf } from '../../src/proofs/merkle.ts'

const sha = (...parts: Uint8Array[]) => createHash('sha256').update(Buffer.concat(parts)).digest()

/** RFC 6962, section 2.1, word by word. */
function slowRoot(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha()
  if (leaves.length === 1) return Buffer.from(leaves[0] ?? [])
  const k = splitOf(leaves.length)
  return sha(Buffer.from([1]), slowRoot(leaves.slice(0, k)), slowRoot(leaves.slice(k)))
}

function slowPath(leaves: readonly Uint8Array[], m: number): Buffer[] {
  if (leaves.length <= 1) return []
  const k = splitOf(leaves.length)
  return m < k
    ? [...slowPath(leaves.slice(0, k), m), slowRoot(leaves.slice(k))]
    : [...slowPath(leaves.slice(k), m - k), slowRoot(leaves.slice(0, k))]
}

function splitOf(count: number): number {
  let k = 1
  while (2 * k < count) k *= 2
  return k
}

const hexes = (nodes: readonly Uint8Array[]) => nodes.map((node) => Buffer.from(node).toString('hex'))
const leaves = (count: number) => Array.from({ length: count }, (_, i) => leafHash(`leaf ${i}`))

test('known roots of RFC 6962’s own test vectors come out', () => {
  const hashes = ['', '\0', '\u0010', ' !', '01'].map(leafHash)
  expect(rootOf([]).toString('hex')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(rootOf(hashes.slice(0, 1)).toString('hex')).toBe(
    '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
  )
  expect(rootOf(hashes.slice(0, 2)).toString('hex')).toBe(
    'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
  )
  expect(rootOf(hashes.slice(0, 4)).toString('hex')).toBe(
    'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
  )
})

test('roots and paths are those of the recursive definition', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (count, draw) => {
      const all = leaves(count)
      const index = draw % count
      expect(hexes([rootOf(all)])).toEqual(hexes([slowRoot(all)]))
      expect(hexes(pathOf(all, index))).toEqual(hexes(slowPath(all, index)))
    }),
  )
})

test('chunks of a large tree give its root and the same paths', () => {
  for (const count of [1, CHUNK - 1, CHUNK, CHUNK + 1, 3 * CHUNK + 7]) {
    const all = leaves(count)
    const chunks = [...chunksOf(all)]
    const roots = chunks.map(({ root }) => root)
    expect(hexes([rootOf(roots)])).toEqual(hexes([slowRoot(all)]))
    for (const index of [0, count >> 1, count - 1]) {
      const chunk = chunks[Math.floor(index / CHUNK)]?.hashes ?? new Uint8Array()
      expect(hexes(pathInChunks(roots, chunk, index))).toEqual(hexes(slowPath(all, index)))
    }
  }
})

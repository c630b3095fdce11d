import { createHash } from 'node:crypto'
import { defined } from '../checks.ts'

// Merkle trees of RFC 6962, section 2.1: SHA-256 over a byte 0 and a leaf, or over a byte 1 and two nodes.

/** Leaves of a chunk: a power of two, so that the nodes of whole chunks are nodes of the tree. */
export const CHUNK = 1024

const LEAF = Buffer.from([0])
const NODE = Buffer.from([1])

/** The hash of a leaf, by its text in UTF-8. */
export function leafHash(leaf: string): Buffer {
  return createHash('sha256').update(LEAF).update(leaf).digest()
}

function nodeHash(left: Uint8Array, right: Uint8Array): Buffer {
  return createHash('sha256').update(NODE).update(left).update(right).digest()
}

/** The root over some nodes of one level; that of an empty tree is the hash of nothing. */
export function rootOf(hashes: readonly Uint8Array[]): Buffer {
  if (hashes.length === 0) return createHash('sha256').digest()
  let level = hashes
  while (level.length > 1) level = levelAbove(level)
  return Buffer.from(defined(level[0]))
}

/** Pairs from the left; a node without a neighbor rises as it is, which is the split of RFC 6962. */
function levelAbove(level: readonly Uint8Array[]): Uint8Array[] {
  const above: Uint8Array[] = []
  for (let i = 0; i < level.length; i += 2) {
    const right = level[i + 1]
    const left = defined(level[i])
    above.push(right === undefined ? left : nodeHash(left, right))
  }
  return above
}

/**
 * The nodes beside the way from one of some nodes up to their root, lowest first.
 * @throws RangeError for an index outside the tree
 */
export function pathOf(hashes: readonly Uint8Array[], index: number): Uint8Array[] {
  if (!Number.isInteger(index) || index < 0 || index >= hashes.length)
    throw new RangeError(`leaf ${index} is outside a tree of ${hashes.length}`)
  const path: Uint8Array[] = []
  let at = index
  for (let level = hashes; level.length > 1; level = levelAbove(level), at >>>= 1) {
    const beside = level[at ^ 1]
    if (beside !== undefined) path.push(beside)
  }
  return path
}

/** The leaves of a tree as hashes, chunk by chunk, each with its root. */
export interface TreeChunk {
  root: Uint8Array
  /** 32 bytes a leaf. */
  hashes: Uint8Array
}

/** Cuts a tree's leaves into chunks. */
export function* chunksOf(hashes: readonly Uint8Array[]): Generator<TreeChunk> {
  for (let first = 0; first < hashes.length; first += CHUNK) {
    const own = hashes.slice(first, first + CHUNK)
    yield { root: rootOf(own), hashes: Buffer.concat(own) }
  }
}

/** The hashes of a chunk, leaf by leaf. */
export function leavesOf(chunk: Uint8Array): Uint8Array[] {
  return Array.from({ length: chunk.length / 32 }, (_, i) => chunk.subarray(32 * i, 32 * i + 32))
}

/** The path of a leaf from its chunk and the roots of all chunks. */
export function pathInChunks(roots: readonly Uint8Array[], chunk: Uint8Array, index: number): Uint8Array[] {
  const number = Math.floor(index / CHUNK)
  return [...pathOf(leavesOf(chunk), index % CHUNK), ...pathOf(roots, number)]
}

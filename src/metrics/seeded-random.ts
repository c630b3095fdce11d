/**
 * A stream of uniform 32-bit unsigned integers, the same on every machine for the same seed text: Chris
 * Doty-Humphrey's sfc32 (PractRand), its state four FNV-1a hashes of the text. For resampling, not for secrets.
 */
export function seededRandom(seed: string): () => number {
  let a = fnv1a(`0:${seed}`)
  let b = fnv1a(`1:${seed}`)
  let c = fnv1a(`2:${seed}`)
  let counter = fnv1a(`3:${seed}`)
  const next = (): number => {
    const out = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + out) | 0
    return out >>> 0
  }
  // The author's own number of rounds after which no two seeds look alike.
  for (let round = 0; round < 15; round += 1) next()
  return next
}

/** The 32-bit FNV-1a hash of a text's UTF-16 code units; seeds here are ASCII. */
function fnv1a(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  return hash | 0
}

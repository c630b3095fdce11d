import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newLogKey, verifierKey } from '../../src/proofs/checkpoint.ts'
import { ProofError, verifyProof } from '../../src/proofs/verify-proof.ts'
import { proofText } from '../../src/proofs/write-proof.ts'
import { drawnProof, KEY } from './support/drawn-proof.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)

test('a proof of any trader in trees of any size holds', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1, max: 40 }),
      fc.nat(),
      async (traders, days, draw) => {
        const proof = drawnProof(traders, days, draw % traders)
        const { positions: _, events: __, ...short } = proof
        const [full, base] = [proofText(proof), proofText(short)]
        const verified = await verifyProof(bytesOf(full), verifierKey(KEY))
        expect(verified).toMatchObject({ day: '2024-10-04', days, origin: 'pequod.example' })
        expect(verified.pnl).toBe(verified.realized + verified.unrealized)
        expect({ ...(await verifyProof(bytesOf(base))), full: null }).toEqual({ ...verified, full: null })
        expect(base.length).toBeLessThan(10_000)
      },
    ),
    { numRuns: 40 },
  )
})

const FLIPS = Number(process.env.PEQUOD_FLIPS ?? 3_000)

test(
  'a file with any flipped bit is refused',
  async () => {
    const bytes = bytesOf(proofText(drawnProof(13, 11, 6)))
    for (let flip = 0; flip < FLIPS; flip++) {
      const bit = Math.floor(Math.random() * bytes.length * 8)
      const changed = bytes.slice()
      changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
      await expect(verifyProof(changed), `bit ${bit}`).rejects.toThrow(ProofError)
    }
  },
  60_000 + FLIPS,
)

test('a changed letter is refused although the digest was made again', async () => {
  const { positions: _, events: __, ...proof } = drawnProof(13, 11, 6)
  const text = JSON.stringify(proof)
  let tried = 0
  for (let i = 0; i < text.length; i++) {
    for (const letter of [String.fromCharCode(text.charCodeAt(i) ^ 1), '0', 'A']) {
      if (letter === text[i]) continue
      let parsed: ReturnType<typeof drawnProof>
      try {
        parsed = JSON.parse(text.slice(0, i) + letter + text.slice(i + 1))
      } catch {
        continue
      }
      // A changed name of a field is one field more, which the fields' list refuses too.
      tried++
      await expect(verifyProof(bytesOf(proofText(parsed))), `letter ${i}`).rejects.toThrow(ProofError)
    }
  }
  expect(tried).toBeGreaterThan(text.length)
})

test('parts of another proof are refused', async () => {
  const [one, other] = [drawnProof(13, 11, 6), drawnProof(13, 11, 7)]
  for (const part of ['trader', 'positions', 'events'] as const)
    await expect(verifyProof(bytesOf(proofText({ ...one, [part]: other[part] })))).rejects.toThrow(ProofError)
  const fewer = { ...one, positions: one.positions?.slice(1) ?? [] }
  await expect(verifyProof(bytesOf(proofText(fewer)))).rejects.toThrow('positions are missing')
})

test('a proof of another signer is refused where one is trusted', async () => {
  const own = bytesOf(proofText(drawnProof(3, 3, 1)))
  await expect(verifyProof(own, verifierKey(newLogKey('pequod.example')))).rejects.toThrow(
    'another key signed',
  )
})

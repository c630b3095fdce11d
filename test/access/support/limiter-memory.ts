/** Prints the MiB that a million callers of the limiter take while all their rings are full, and once they are idle. */
import { createMemoryLimiter } from '../../../src/access/limits/rate-limit.ts'

let now = 0
const limiter = createMemoryLimiter({ clock: () => now })

function heldMiB(): number {
  globalThis.gc?.()
  const { heapUsed, arrayBuffers } = process.memoryUsage()
  return (heapUsed + arrayBuffers) / 2 ** 20
}

const before = heldMiB()
for (let index = 0; index < 1_000_000; index++) {
  // A full ring is as large as a fresh one: one hit a caller, and all ten for one in a hundred.
  const hits = index % 100 === 0 ? 10 : 1
  const caller = `address:2001:db8:${(index >> 8).toString(16)}:${(index & 255).toString(16)}::/64`
  for (let hit = 0; hit < hits; hit++) limiter.hit(caller, 10)
}
const full = heldMiB() - before
if (limiter.tracked !== 1_000_000) throw new Error(`tracked ${limiter.tracked}`)
now = 1_000
limiter.hit('next', 10)
process.stdout.write(`${full} ${heldMiB() - before}`)

import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { threadId } from 'node:worker_threads'

/** When the scenario is played: years after everything in its worlds, so that times of the clock are told from theirs. */
export const CLOCK_START = Date.UTC(2033, 0, 1)

const SEED = 1

/** Moves this process's clock to {@link CLOCK_START}, from where it goes on, and makes what the sources draw the same in each run. */
export function fixClockAndDraws(): void {
  fixClock()
  fixDraws()
}

function fixClock(): void {
  const now = Date.now
  const moved = CLOCK_START - now()
  const RealDate = Date
  const FixedDate = class extends RealDate {
    constructor(...given: readonly unknown[]) {
      super(...((given.length === 0 ? [now() + moved] : given) as [number]))
    }
    static override now = () => now() + moved
  }
  globalThis.Date = FixedDate as unknown as DateConstructor
}

/** Each place of the sources draws from a sequence of its own: what is drawn does not depend on who draws first. */
function fixDraws(): void {
  const counts = new Map<string, number>()
  const draw = (size: number): Buffer | null => {
    const place = placeInSources(new Error().stack ?? '')
    if (place === null) return null
    const count = (counts.get(place) ?? 0) + 1
    counts.set(place, count)
    const parts = Array.from({ length: Math.ceil(size / 32) }, (_, part) =>
      createHash('sha256').update(`${SEED} ${place} ${threadId} ${count} ${part}`).digest(),
    )
    return Buffer.concat(parts).subarray(0, size)
  }
  const { randomBytes, randomUUID, randomInt } = crypto
  Object.assign(crypto, {
    randomBytes: (size: number, ...rest: []) => draw(size) ?? randomBytes(size, ...rest),
    randomUUID(...rest: []) {
      const hex = draw(16)?.toString('hex')
      return hex?.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5') ?? randomUUID(...rest)
    },
    randomInt(least: number, end?: number) {
      const drawn = draw(6)
      if (end === undefined) return drawn === null ? randomInt(least) : drawn.readUIntBE(0, 6) % least
      return drawn === null ? randomInt(least, end) : least + (drawn.readUIntBE(0, 6) % (end - least))
    },
  })
  syncBuiltinESMExports()
}

function placeInSources(stack: string): string | null {
  return /\/src\/(\S+?\.ts:\d+:\d+)/.exec(stack)?.[1] ?? null
}

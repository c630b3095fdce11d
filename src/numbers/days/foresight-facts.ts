import type { ExactTotal } from '../../metrics/ratio-of.ts'
import { type NumberPacker, NumberReader } from '../../store/engine/pack-numbers.ts'

/** Sums of a trader's fills in a market on a day that count for prescience. */
export interface ForesightFact {
  /** Twice the condition's id, or twice the token's and 1 while its condition is unknown. */
  market: number
  fills: number
  usd: number
  /** Σ usd · (price 24 hours later − price), with the sign turned for sells, in 1e-12 dollars. */
  moved: ExactTotal
}

/** A fact in whole numbers of a double: `moved` is `mean` · `usd` + `rest`, and `rest` is from 0 to below `usd`. */
export interface CodedFact extends Pick<ForesightFact, 'market' | 'fills' | 'usd'> {
  mean: number
  rest: number
}

/** A fact as {@link packFacts} takes it. */
export function codedFact({ market, fills, usd, moved }: ForesightFact): CodedFact {
  return { market, fills, usd, ...divided(moved, usd) }
}

/**
 * Packs a trader's facts of a day, which ascend by market. Of each: how much greater its market is than the one before,
 * the number of fills, their dollars, and the mean move, rounded down, as a whole number (twice it, or one less than twice
 * its amount if it is negative). A remainder follows where there are several fills: one fill's move is its own mean.
 */
export function packFacts(facts: readonly CodedFact[], packer: NumberPacker): Buffer {
  let last = 0
  for (const { market, fills, usd, mean, rest } of facts) {
    packer.add(market - last)
    packer.add(fills)
    packer.add(usd)
    packer.add(mean < 0 ? -2 * mean - 1 : 2 * mean)
    if (fills > 1) packer.add(rest)
    last = market
  }
  return packer.take()
}

/** The facts that {@link packFacts} packed. */
export function unpackFacts(packed: Uint8Array): ForesightFact[] {
  const facts: ForesightFact[] = []
  eachFact(packed, (fact) => facts.push(fact))
  return facts
}

/** Calls back with each of the facts that {@link packFacts} packed. */
export function eachFact(packed: Uint8Array, use: (fact: ForesightFact) => void): void {
  const numbers = new NumberReader(packed)
  for (let market = 0; !numbers.isAtEnd; ) {
    market += numbers.next()
    const fills = numbers.next()
    const usd = numbers.next()
    const code = numbers.next()
    const mean = code % 2 === 0 ? code / 2 : -(code + 1) / 2
    const rest = fills > 1 ? numbers.next() : 0
    const moved = mean * usd + rest
    const isExact = Number.isSafeInteger(moved)
    use({ market, fills, usd, moved: isExact ? moved : BigInt(mean) * BigInt(usd) + BigInt(rest) })
  }
}

/** The whole part, rounded down, and the remainder, which is never negative. */
function divided(moved: ExactTotal, usd: number): { mean: number; rest: number } {
  if (usd === 0) return { mean: 0, rest: 0 }
  if (typeof moved === 'number') {
    // The quotient of two doubles may be rounded up to the next whole number; the product is exact.
    const near = Math.floor(moved / usd)
    const mean = near * usd > moved ? near - 1 : near
    return { mean, rest: moved - mean * usd }
  }
  const [total, by] = [BigInt(moved), BigInt(usd)]
  const rest = ((total % by) + by) % by
  return { mean: Number((total - rest) / by), rest: Number(rest) }
}

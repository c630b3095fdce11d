import { CATEGORIES } from '../market/market-plan.ts'
import type { Role, Trader } from '../world/model.ts'
import { createRandom, type Random } from '../world/random.ts'
import type { WorldSize } from '../world/world-options.ts'
import { simulatedAddress } from './identifiers.ts'

/** Planted traders per 10,000; the crowd is the rest. At least one of each is planted. */
const SHARES: readonly (readonly [Role, number])[] = [
  ['MARKET_MAKER', 20],
  ['BOT', 30],
  ['FARMER', 15],
  ['SNIPER', 125],
  ['SKILLED', 350],
  ['SPECIALIST', 300],
  ['UNSKILLED', 600],
]

/** Typical dollars of one order: the least, and how many hundredths of it the luckiest draw gives. */
const SCALES: Record<Role, readonly [number, number]> = {
  MARKET_MAKER: [2_000, 100],
  BOT: [25, 300],
  FARMER: [1_500, 300],
  SNIPER: [250, 2_500],
  SKILLED: [400, 4_000],
  SPECIALIST: [60, 3_000],
  UNSKILLED: [60, 8_000],
  CROWD: [12, 40_000],
}

/** Every trader of a world, in the order of its TRADER lines. */
export function plantTraders(size: WorldSize): Trader[] {
  const random = createRandom(size.seed, 'traders')
  return plantedOrder(size.traders).map((role, index) => plantTrader(size, random, role, index))
}

function plantedOrder(traders: number): Role[] {
  const planted = SHARES.flatMap(([role, share]) =>
    new Array<Role>(Math.max(1, Math.round((traders * share) / 10_000))).fill(role),
  )
  return [...planted, ...new Array<Role>(traders - planted.length).fill('CROWD')]
}

function plantTrader(size: WorldSize, random: Random, role: Role, index: number): Trader {
  const [least, cap] = SCALES[role]
  const scale = Math.floor((least * random.pareto(1, cap)) / 100)
  const foresight = foresightOf(random, role)
  const field = CATEGORIES[random.below(CATEGORIES.length)] ?? 'politics'
  const trader = {
    index,
    address: simulatedAddress(size.seed, `trader/${index}`),
    role,
    scale,
    foresight,
    field,
  }
  return { ...trader, ...presence(size, random, role, index), held: [] }
}

function foresightOf(random: Random, role: Role): number {
  if (role === 'SKILLED') return 30 + random.below(26)
  return role === 'SNIPER' ? 88 + random.below(8) : 0
}

/** Bots run for a quarter of the world, one in six of them for a burst of nine days; the crowd comes over time. */
function presence(size: WorldSize, random: Random, role: Role, index: number) {
  const hours = size.days * 24
  if (role === 'BOT') {
    const burst = index % 6 === 5
    const length = Math.min(hours, burst ? 216 : Math.max(240, Math.floor(hours / 4)))
    const from = random.below(Math.floor((hours - length) / 24) + 1) * 24
    return { from, until: from + length, pace: burst ? 24 : 5 }
  }
  const late = role === 'CROWD' && random.chance(1, 2)
  return { from: late ? random.below(Math.max(1, Math.floor(hours * 0.9))) : 0, until: hours, pace: 0 }
}

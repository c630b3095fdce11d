import type { Hash, MicroPrice } from '../../src/ledger/quantities.ts'
import { simulatedCondition, simulatedHash, simulatedToken } from '../traders/identifiers.ts'
import type { OpenCondition, OpenEvent, Trader } from '../world/model.ts'
import { createRandom } from '../world/random.ts'
import type { EventPlan } from './market-plan.ts'
import { probabilityPath } from './probability-path.ts'

/** The condition, and its two tokens, of one question of an event. */
export function conditionNames(seed: number, event: number, question: number) {
  const label = `${event}/${question}`
  const tokens = [simulatedToken(seed, `${label}/0`), simulatedToken(seed, `${label}/1`)] as const
  return { id: simulatedCondition(seed, label), tokens }
}

/** The neg-risk market of an event. */
export function negRiskMarket(seed: number, event: number): Hash {
  return simulatedHash(seed, `neg-risk/${event}`)
}

/** Opens a planned event: draws both of its paths and gives its conditions empty books. */
export function openEvent(seed: number, plan: EventPlan): OpenEvent {
  const steps = plan.closes - plan.opens
  const conditions: OpenCondition[] = []
  const event = {
    plan,
    market: plan.negRisk ? negRiskMarket(seed, plan.index) : null,
    path: probabilityPath(createRandom(seed, `path/${plan.index}`), plan.start, steps),
    rumour: probabilityPath(createRandom(seed, `rumour/${plan.index}`), plan.start, steps),
    conditions,
  }
  for (let question = 0; question < plan.questions; question++) {
    const names = conditionNames(seed, plan.index, question)
    conditions.push({ event, question, ...names, holdings: new Map(), resting: [] })
  }
  return event
}

/** The probability, in millionths, that the public gives a condition's first outcome at an hour of the world. */
export function publicOdds(condition: OpenCondition, hour: number): MicroPrice {
  const { path, plan } = condition.event
  return path[condition.question]?.[hour - plan.opens] ?? 0
}

/**
 * A trader's belief in the first outcome, between 0 and 1,000,000: with foresight, the odds after `foresight` percent
 * of the remaining life; without, today's odds moved by the size of the rumor's move, which each trader reads in its
 * own way: half of them invert it, so that they do not all share the rumor's luck.
 */
export function foreseenOdds(
  condition: OpenCondition,
  trader: Trader,
  { hour, informed }: { hour: number; informed: boolean },
): MicroPrice {
  const { path, rumour, plan } = condition.event
  const now = hour - plan.opens
  const then = now + Math.floor(((plan.closes - hour) * trader.foresight) / 100)
  if (informed) return path[condition.question]?.[then] ?? 0
  const whispers = rumour[condition.question]
  const rise = (whispers?.[then] ?? 0) - (whispers?.[now] ?? 0)
  const moved = turnsRound(trader.index, plan.index) ? -rise : rise
  return Math.min(1_000_000, Math.max(0, publicOdds(condition, hour) + moved))
}

/** A fair coin for a trader and an event, always the same one: the top bit of a multiplicative hash. */
function turnsRound(trader: number, event: number): boolean {
  const mixed = Math.imul((Math.imul(trader + 1, 0x9e3779b1) ^ (event + 1)) >>> 3, 0x85ebca6b)
  return Math.imul(mixed ^ (mixed >>> 15), 0xc2b2ae35) < 0
}

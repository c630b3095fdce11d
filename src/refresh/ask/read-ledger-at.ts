import type { Address, Day } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { requireReadable } from '../../store/past/pin.ts'
import type { SkillRecord } from '../../store/snapshot/trader-record.ts'
import { readSkills } from '../../store/snapshot/trader-skills.ts'
import type { BehaviourDay } from '../analytics/trader-facts.ts'
import { readBehaviour, readShownAddresses } from '../boards/read-trader-records.ts'
import { type PriceDays, priceDaysOf, readPriceRowsOf } from '../inputs/read-price-days.ts'
import { readTokenRowsOf, type TokensOf, tokensOf } from '../inputs/read-token-facts.ts'
import { readLedgersAt } from '../inputs/read-trader-ledgers.ts'
import type { TraderLedger } from '../inputs/trader-ledger.ts'
import { readMarketsOf, type UnitLabelsOf, unitLabelsOf } from '../inputs/world-labels.ts'

/** Up to where the ledger is read. */
export interface LedgerPlace {
  /** The ledger's version that the snapshot was computed at. */
  version: number
  /** The last day that counts. */
  day: Day
}

/** Everything that some traders' profiles are computed from. */
export interface AskedLedger {
  /** Of those who are traders: a contract is none. */
  addresses: ReadonlyMap<number, Address>
  /** Their tokens go by the numbers of `tokens`. */
  ledgers: readonly TraderLedger[]
  behaviour: ReadonlyMap<number, readonly BehaviourDay[]>
  /** What was tested last of their skill, of the same units or others. */
  skills: ReadonlyMap<number, SkillRecord>
  /** What they touched, and the siblings of it. */
  tokens: TokensOf
  prices: PriceDays
  labels: UnitLabelsOf
}

/**
 * Reads what the ledger holds of some traders up to a place, and of nothing that they did not touch: a constant number of
 * statements for up to a few hundred.
 * @throws PequodError SERVICE_UNAVAILABLE where the version cannot be read any more
 */
export async function readLedgerAt(
  sql: Sql,
  { version, day }: LedgerPlace,
  ids: readonly number[],
): Promise<AskedLedger> {
  const [addresses, all, behaviour, skills] = await Promise.all([
    readShownAddresses(sql, ids),
    readLedgersAt(sql, ids, day, version),
    readBehaviour(sql, { ids }, day, version),
    readSkills(sql, ids),
  ])
  const ledgers = all.filter(({ trader }) => addresses.has(trader))
  const touched = new Set<number>()
  for (const { positions } of ledgers) for (const [first] of positions) if (first) touched.add(first.token)
  const tokens = tokensOf(await readTokenRowsOf(sql, [...touched], version), day)
  const [prices, markets] = await Promise.all([
    readPriceRowsOf(sql, [...tokens.numbers.keys()], day, version),
    readMarketsOf(sql, [...tokens.conditions.values()], [...tokens.negRisks], version),
  ])
  const labels = await unitLabelsOf(sql, markets)
  await requireReadable(sql, version)
  for (const { positions } of ledgers) renumber(positions, tokens.numbers)
  return {
    addresses,
    ledgers,
    behaviour,
    skills,
    tokens,
    prices: priceDaysOf(prices, tokens.numbers),
    labels,
  }
}

/** The rows were read for this alone: they are changed in place. */
function renumber(positions: TraderLedger['positions'], numbers: ReadonlyMap<number, number>): void {
  for (const position of positions) {
    const number = numbers.get(position[0]?.token ?? 0) ?? 0
    for (const row of position) row.token = number
  }
}

import { fixWeek } from '../../../src/cohorts/cohort-weeks.ts'
import { type ConditionId, dayOf, weekStart } from '../../../src/ledger/quantities.ts'
import { appendSignals } from '../../../src/smart-money/signal-chain.ts'
import { divergenceOf, type Stance } from '../../../src/smart-money/stance.ts'
import { signalRecords } from '../../../src/smart-money/update-smart-money.ts'
import { writeView } from '../../../src/smart-money/views.ts'
import type { Database } from '../../../src/store/engine/database.ts'
import type { Value } from '../../../src/store/engine/table.ts'
import { DAY_COLUMNS, NO_LISTS, POSITION_DAYS } from '../../../src/store/ledger/position-day.ts'
import { CONDITIONS, MARKETS, PRICE_DAYS, TOKENS } from '../../../src/store/tables.ts'
import type { PlantedWorld } from './planted-world.ts'
import { SNAPSHOT_ID } from './published-store.ts'

const COHORT = 'top-pnl'
const conditionOf = (n: number) => `0x${n.toString(16).padStart(64, '0')}` as ConditionId

/** The first of the markets, which are all opportunities; later ones differ less from their prices. */
export const PLANTED_MARKET = conditionOf(1)

/**
 * Plants a cohort of five with two weeks of stances and signals in three markets, and its members' holdings,
 * beside a planted world; with `times`, a multiple of everything.
 */
export async function plantSmartMoney(
  db: Database,
  { traders, snapshot }: PlantedWorld,
  times = 1,
): Promise<void> {
  const day = dayOf(snapshot.cutoff_time)
  const week = weekStart(day)
  const ids = traders.slice(0, 5 * times).map(({ id }) => id)
  const stances = Array.from({ length: 3 * times }, (_, i): Stance => {
    const n = i + 1
    const [value, yesValue] = [9_000_000_000 - n, 8_000_000_000 - (n * 500_000_000) / times]
    return {
      market: n,
      condition: conditionOf(n),
      category: 'politics',
      members: ids.length,
      yesValue,
      value,
      price: 300_000,
    }
  })
  await db.transaction(async (tx) => {
    for (const { market, condition } of stances) {
      // The last has paid, so that one signal has a return.
      const paid = market === stances.length ? { payouts: ['["1","0"]'], resolved_time: [1] } : {}
      await tx.insertNew(CONDITIONS, { id: [market], condition: [condition], ...paid }, 1)
      await tx.insertNew(
        MARKETS,
        { condition_id: [market], question: [`Question ${market}`], category: ['politics'] },
        1,
      )
      const tokens = { id: [2 * market, 2 * market + 1], token: [`${2 * market}`, `${2 * market + 1}`] }
      await tx.insertNew(TOKENS, { ...tokens, condition_id: [market, market], outcome: [0, 1] }, 2)
      await tx.insertNew(
        PRICE_DAYS,
        { token_id: [2 * market], day: [day], close: [300_000], time: [1], key: [1] },
        1,
      )
    }
    const flows: Record<string, Value[]> = {
      ...Object.fromEntries([...DAY_COLUMNS, 'born'].map((name) => [name, [0]])),
      lists: [NO_LISTS],
    }
    for (const trader of ids) {
      for (const { market } of stances) {
        const held = {
          trader_id: [trader],
          token_id: [2 * market],
          day: [day],
          shares: [5_000_000_000],
          cost: [1],
        }
        await tx.insertNew(POSITION_DAYS, { ...flows, ...held }, 1)
      }
    }
    for (let monday = week - 7 * (2 * times - 1); monday <= week; monday += 7) {
      await fixWeek(tx, { cohort: COHORT, week: monday }, ids)
      const view = { snapshot: 0, cohort: COHORT, week: monday, members: ids.length, events: 1 }
      await writeView(tx, view, stances, divergenceOf)
      await appendSignals(tx, signalRecords(COHORT, monday, { stances, ended: [] }))
    }
    const head = { snapshot: SNAPSHOT_ID, cohort: COHORT, week, members: ids.length, events: 0 }
    await writeView(tx, head, stances, divergenceOf)
  })
}

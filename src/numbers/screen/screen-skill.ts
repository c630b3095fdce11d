import { setImmediate } from 'node:timers/promises'
import { defined } from '../../checks.ts'
import type { ScreenColumnId } from '../../metrics/screen-columns.ts'
import { benjaminiHochberg, type DecidedUnit, verdict } from '../../metrics/skill/edge.ts'
import type { Sql } from '../../store/engine/database.ts'
import { readShownAddresses } from '../../store/snapshot/create-snapshot-reader.ts'
import { readSkills } from '../../store/snapshot/snapshot-tables.ts'
import { skillRecord } from '../analytics/trader-analytics.ts'
import { type KeptScreen, putNumber } from './kept-screens.ts'

/** Traders whose tests are run together. */
const AT_ONCE = 500

/** Tests of skill over the units that a window decided, batch by batch; q-values are of everybody's p-values in the screen. */
export function createTests(sql: Sql, { numbers, settled }: KeptScreen) {
  let waiting: { trader: number; units: readonly DecidedUnit[] }[] = []
  const run = async () => {
    const ids = waiting.map(({ trader }) => trader)
    const [addresses, known] = [await readShownAddresses(sql, ids), await readSkills(sql, ids)]
    for (const { trader, units } of waiting) {
      const skill = skillRecord(units, defined(addresses.get(trader)), known.get(trader) ?? null)
      putNumber(numbers, 'units', trader, skill.units)
      putNumber(numbers, 'edge', trader, skill.edge)
      putNumber(numbers, 'edgeLow', trader, skill.interval?.[0] ?? null)
      putNumber(numbers, 'edgeHigh', trader, skill.interval?.[1] ?? null)
      putNumber(numbers, 'edgePValue', trader, skill.pValue)
    }
    waiting = []
    await setImmediate()
  }
  return {
    async add(trader: number, units: readonly DecidedUnit[]) {
      putNumber(numbers, 'verdict', trader, 'CANNOT_TELL')
      if (units.length === 0) return
      waiting.push({ trader, units })
      if (waiting.length === AT_ONCE) await run()
    },
    async finish() {
      if (waiting.length > 0) await run()
      const at = (id: ScreenColumnId, trader: number) => defined(defined(numbers.get(id))[trader])
      const tested = [...settled.keys()].filter((trader) => !Number.isNaN(at('edgePValue', trader)))
      const qValues = benjaminiHochberg(tested.map((trader) => at('edgePValue', trader)))
      for (const [i, trader] of tested.entries()) {
        const q = defined(qValues[i])
        putNumber(numbers, 'edgeQValue', trader, q)
        const interval = [at('edgeLow', trader), at('edgeHigh', trader)] as const
        putNumber(numbers, 'verdict', trader, verdict({ units: at('units', trader), q, interval }))
      }
    },
  }
}

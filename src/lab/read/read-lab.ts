import { PequodError } from '../../errors.ts'
import { dayText } from '../../ledger/quantities.ts'
import { readCutoff } from '../../numbers/boards/cutoff.ts'
import { readBeside } from '../../numbers/days/read-beside.ts'
import type { Database } from '../../store/engine/database.ts'
import { readLedgerState } from '../../store/ledger/ledger-state.ts'
import type { Rule } from '../rule.ts'
import type { LabWorld } from '../run-rule.ts'
import { chooseTraders, daysOfChoice } from './choose-traders.ts'
import { nameOrders, readTape, readTokens, withMarks } from './read-tape.ts'

/**
 * Reads what a rule is tried on from one moment of the ledger; writes days of behavior that the boards need.
 * @returns the world, and the version of the ledger that it was read at
 * @throws PequodError BAD_USER_INPUT for days that are not the ledger's, SERVICE_UNAVAILABLE for an empty ledger
 */
export async function readLab(db: Database, rule: Rule): Promise<{ world: LabWorld; version: number }> {
  const { firstDay, lastDay } = await readCutoff(db, null)
  for (const name of ['from', 'to'] as const)
    if (rule[name] < firstDay || rule[name] > lastDay) {
      const message = `must be a day from ${dayText(firstDay)} to ${dayText(lastDay)}, the ledger's days`
      throw new PequodError('BAD_USER_INPUT', `The rule's ${name}: ${message}.`, {
        problems: [{ in: 'argument', name, message }],
      })
    }
  return readBeside(db, rule.to, async (sources) => {
    const { sql } = sources
    const { version } = await readLedgerState(sql)
    const tape = await readTape(sql, rule)
    const selections = await chooseTraders(sources, rule, daysOfChoice(rule), tape)
    const tokens = await withMarks(
      sql,
      await readTokens(sql, rule.to),
      tape,
      rule.entry.firstOnly ? 0 : rule.from,
    )
    await nameOrders(sql, tape, rule, selections)
    return { world: { tape, tokens, selections }, version }
  })
}

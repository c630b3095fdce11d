import type { Day } from '../../ledger/quantities.ts'
import type { Sql } from '../engine/database.ts'
import { readChain } from './read-chain.ts'
import type { EndedRecord, SignalRecord, WeekRecord } from './signal-hash.ts'

/** The chain's records of one cohort's week that were not recalled. */
export interface WeekRecords {
  /** Null if the chain does not hold the week. */
  head: WeekRecord | null
  /** In the order of the chain. */
  signals: SignalRecord[]
  /** Markets excluded because they had ended, in the order of the chain. */
  ended: EndedRecord[]
}

/** Reads one cohort's week from the chain, by scanning all of it. */
export async function readWeekRecords(sql: Sql, cohort: string, week: Day): Promise<WeekRecords> {
  const found: WeekRecords = { head: null, signals: [], ended: [] }
  for await (const { record } of readChain(sql)) {
    if (record.cohort !== cohort || record.week !== week) continue
    if (record.kind === 'RECALL') Object.assign(found, { head: null, signals: [], ended: [] })
    else if (record.kind === 'WEEK') found.head = record
    else if (record.kind === 'ENDED') found.ended.push(record)
    else found.signals.push(record)
  }
  return found
}

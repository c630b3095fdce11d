import { GENESIS } from '../ledger/record-hash.ts'
import type { Database } from '../store/engine/database.ts'
import { readChain } from './read-chain.ts'
import { signalHash } from './signal-hash.ts'

/** Records that are named; the others are counted. */
const SHOWN = 20

/** The result of checking the chain of signals. */
export interface SignalsReport {
  /** Cohorts' weeks in the chain, how many of them were recalled since, and the signals in them. */
  weeks: number
  recalled: number
  signals: number
  /** A sentence for each fault: the first {@link SHOWN}. */
  wrong: string[]
  /** How many records do not hold. */
  failed: number
}

/** Makes every hash of the chain again, from its first record on. */
export async function checkSignals(db: Database): Promise<SignalsReport> {
  const report: SignalsReport = { weeks: 0, recalled: 0, signals: 0, wrong: [], failed: 0 }
  const addFault = (sentence: string) => {
    report.failed++
    if (report.wrong.length < SHOWN) report.wrong.push(sentence)
  }
  let before = GENESIS
  let seq = 0
  for await (const row of readChain(db)) {
    if (row.record.kind === 'WEEK') report.weeks++
    else if (row.record.kind === 'RECALL') report.recalled++
    else if (row.record.kind !== 'ENDED') report.signals++
    seq++
    if (row.seq !== seq) addFault(`signal record ${seq} is missing`)
    else if (Buffer.compare(signalHash(before, seq, row.record), row.hash) !== 0)
      addFault(`signal record ${seq} has another hash`)
    // From here on as stored: a changed record is reported once, not with all that follow it.
    before = row.hash
    seq = row.seq
  }
  return report
}

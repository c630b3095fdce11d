import { type ChainFaults, checkChain } from '../ledger/record-hash.ts'
import type { Database } from '../store/engine/database.ts'
import { readChain } from './read-chain.ts'
import { signalHash } from './signal-hash.ts'

/** The result of checking the chain of signals. */
export interface SignalsReport extends ChainFaults {
  /** Cohorts' weeks in the chain, how many of them were recalled since, and the signals in them. */
  weeks: number
  recalled: number
  signals: number
}

/** Makes every hash of the chain again, from its first record on. */
export async function checkSignals(db: Database): Promise<SignalsReport> {
  const report: SignalsReport = { weeks: 0, recalled: 0, signals: 0, wrong: [], failed: 0 }
  await checkChain(readChain(db), {
    found: report,
    name: 'signal record',
    hashOf: (before, { seq, record }) => signalHash(before, seq, record),
    count({ record: { kind } }) {
      if (kind === 'WEEK') report.weeks++
      else if (kind === 'RECALL') report.recalled++
      else if (kind !== 'ENDED') report.signals++
    },
  })
  return report
}

import { setImmediate } from 'node:timers/promises'
import { PequodError } from '../../errors.ts'
import type { Database, StoreAddress } from '../../store/engine/database.ts'
import { askOnce, startThread, type Work } from '../../thread.ts'
import { readLab } from '../read/read-lab.ts'
import { idsOfCopies, readLabNames } from '../read/read-names.ts'
import { copiesOf, reportOf } from '../report.ts'
import { readRule } from '../rule.ts'
import { runRule } from '../run-rule.ts'
import { EXAMPLE_RULES } from './example-rules.ts'
import { countTries, EXAMPLES, type PackedAnswer, packed } from './runs.ts'

/** Seconds of processor that a trial takes at most. */
const MOST_SECONDS = 600

/** The work of the process: tries a rule, and reports the part that is done. */
export type LabWorks = { run: Work<LabTask, PackedAnswer, number> }

/** A rule as it is stored, and the account that tries it. */
export interface LabTask {
  /** JSON. */
  rule: string
  accountId: number
}

/** Tries a rule as {@link tryRule} does, in a process of its own and of the lowest priority, so that requests are answered meanwhile. */
export function tryInProcess(
  data: StoreAddress,
  task: LabTask,
  options: { signal: AbortSignal; onProgress(part: number): void },
): Promise<PackedAnswer> {
  const thread = startThread<LabWorks, StoreAddress>({
    from: import.meta.url,
    file: 'lab-worker',
    data,
    isProcess: true,
  })
  return askOnce(thread, 'run', task, options)
}

/**
 * Tries a stored rule, and packs its report and copies.
 * @throws PequodError as `readLab` and `runRule` do, and BAD_USER_INPUT above {@link MOST_SECONDS}
 */
export async function tryRule(
  db: Database,
  { rule: text, accountId }: LabTask,
  report: (part: number) => void,
): Promise<PackedAnswer> {
  const rule = readRule(JSON.parse(text))
  const start = cpuOf()
  const { world } = await readLab(db, rule)
  // All examples are tried on the same days.
  const tries = accountId === EXAMPLES ? EXAMPLE_RULES.length : await countTries(db, accountId, rule)
  const run = await runRule(rule, world, {
    tries: Math.max(1, tries),
    async onProgress(part) {
      if (cpuOf() - start > MOST_SECONDS * 1e6)
        throw new PequodError(
          'BAD_USER_INPUT',
          `The trial took more than ${MOST_SECONDS} seconds of processor, the maximum: try fewer days, traders or copies.`,
        )
      report(part)
      // The end of the process that asked must be noticed.
      await setImmediate()
    },
  })
  const copies = copiesOf(rule, run, world, await readLabNames(db, idsOfCopies(run.copies)))
  return { report: await packed(reportOf(rule, run, world)), copies: await packed(copies) }
}

/** Microseconds of processor of this thread; of the process where Node does not tell. */
function cpuOf(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return user + system
}

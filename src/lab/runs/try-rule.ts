import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { PequodError } from '../../errors.ts'
import { DAY_SECONDS } from '../../ledger/quantities.ts'
import type { Database, StoreAddress } from '../../store/engine/database.ts'
import { askOnce, startThread, type Work } from '../../thread.ts'
import { readLab } from '../read/read-lab.ts'
import { idsOfCopies, readLabNames } from '../read/read-names.ts'
import { copiesOf, reportOf } from '../report.ts'
import { type Rule, readRule } from '../rule.ts'
import { type Draws, type LabWorld, noDraws, runRule } from '../run-rule.ts'
import { TAPE_COLUMNS } from '../tape.ts'
import { EXAMPLE_RULES } from './example-rules.ts'
import { countTries, EXAMPLES, type PackedAnswer, packed } from './runs.ts'

/** Seconds of processor that a trial takes at most. */
const MOST_SECONDS = 600

/** Milliseconds between two notes of the draws so far. */
const NOTE_MS = 5_000

/** The work of the process: tries a rule, and reports its progress. */
export type LabWorks = { run: Work<LabTask, PackedAnswer, LabProgress> }

/** A rule as it is stored, and the account that tries it. */
export interface LabTask extends LabProgress {
  /** JSON. */
  rule: string
  accountId: number
}

/** How far a trial is. */
export interface LabProgress {
  /** The part that is done, 0 to 1. */
  part: number
  /** Its {@link KeptDraws} as JSON, from which another process continues; null while there are none. */
  draws: string | null
}

/** The draws of a trial, with the digest of the world that they are of: a late event changes it. */
interface KeptDraws extends Draws {
  world: string
}

/** Tries a rule as {@link tryRule} does, in a process of its own and of the lowest priority, so that requests are answered meanwhile. */
export function tryInProcess(
  data: StoreAddress,
  task: LabTask,
  options: { signal: AbortSignal; onProgress(progress: LabProgress): void },
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
 * Tries a stored rule, and packs its report and copies. Draws that an earlier attempt noted are not drawn again.
 * @throws PequodError as `readLab` and `runRule` do, and BAD_USER_INPUT above {@link MOST_SECONDS}
 */
export async function tryRule(
  db: Database,
  { rule: text, accountId, draws: noted }: LabTask,
  report: (progress: LabProgress) => void,
): Promise<PackedAnswer> {
  const rule = readRule(JSON.parse(text))
  const start = cpuOf()
  const { world } = await readLab(db, rule)
  // All examples are tried on the same days.
  const tries = accountId === EXAMPLES ? EXAMPLE_RULES.length : await countTries(db, accountId, rule)
  let digest: string | null = null
  // Most trials end before there is anything to note.
  const digestOfWorld = () => (digest ??= digestOf(rule, world))
  const draws = noted === null ? noDraws() : drawsOf(noted, digestOfWorld())
  let [json, notedAt] = [noted, performance.now()]
  const run = await runRule(rule, world, {
    draws,
    tries: Math.max(1, tries),
    async onProgress(part) {
      if (cpuOf() - start > MOST_SECONDS * 1e6)
        throw new PequodError(
          'BAD_USER_INPUT',
          `The trial took more than ${MOST_SECONDS} seconds of processor, the maximum: try fewer days, traders or copies.`,
        )
      if (performance.now() - notedAt > NOTE_MS) {
        json = JSON.stringify({ world: digestOfWorld(), ...draws } satisfies KeptDraws)
        notedAt = performance.now()
      }
      report({ part, draws: json })
      // The end of the process that asked must be noticed.
      await setImmediate()
    },
  })
  const copies = copiesOf(rule, run, world, await readLabNames(db, idsOfCopies(run.copies)))
  return { report: await packed(reportOf(rule, run, world)), copies: await packed(copies) }
}

/** The draws that an earlier attempt noted, if they are of the same world; else none. */
function drawsOf(noted: string, digest: string): Draws {
  const { world, ...draws }: KeptDraws = JSON.parse(noted)
  return world === digest ? draws : noDraws()
}

/** A hash of everything in a world that a rule's draws depend on. */
function digestOf({ from, to, entry }: Rule, { tape, tokens, selections }: LabWorld): string {
  const hash = createHash('sha256')
  for (const name of TAPE_COLUMNS) hash.update(tape[name])
  for (const { from: start, until, traders, pool } of selections)
    hash.update(JSON.stringify([start, until, traders])).update(Int32Array.from(pool))
  const [first, end] = [entry.firstOnly ? 0 : from, (to + 1) * DAY_SECONDS]
  for (const token of tape.tokens()) {
    const time = tokens.resolvedAt(token)
    const paid = time === null ? null : tokens.payout(token, time)
    const facts = [token, tokens.market(token), tokens.event(token), time, paid, tokens.category(token, end)]
    hash.update(JSON.stringify([...facts, tokens.mark(token, first - 1)]))
  }
  return hash.digest('base64url')
}

/** Microseconds of processor of this thread; of the process where Node does not tell. */
function cpuOf(): number {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage()
  return user + system
}

import { countText } from '../../formats.ts'
import { SEALED_WORDS } from '../../jobs/seal-when-due.ts'
import { type Day, dayOf, dayText } from '../../ledger/quantities.ts'
import type { Database } from '../../store/engine/database.ts'
import { missingFile, type SealedKind, type SealedPart, sealedPart } from '../../store/ledger/files.ts'
import type { LedgerState } from '../../store/ledger/ledger-state.ts'
import { isSealDue, SETTLED_AFTER_DAYS, settledBefore } from '../../store/ledger/seal-ledger.ts'
import { counted } from '../refusals.ts'
import { sizeText } from '../screen/progress.ts'
import { type Check, fine, notice, wrong } from './check.ts'

/** Two checks: the ledger's sealed part, with its last days, and its open part, which is rows of the database. */
export async function checkSealed(db: Database, ledger: LedgerState): Promise<Check[]> {
  const part = await sealedPart(db)
  return [sealedCheck(part, await missingFile(db)), ...(await openChecks(db, part, ledger))]
}

function sealedCheck(part: SealedPart, missing: string | null): Check {
  if (missing !== null)
    return wrong('Sealed', missing, 'Restore it from a backup, or set DATA_DIR to its folder.')
  if (part.segments === 0) return fine('Sealed', 'nothing yet')
  const bytes = part.files.reduce((sum, file) => sum + file.bytes, 0)
  const kinds = (['FILLS', 'MOVEMENTS', 'DAYS'] as const).flatMap((kind) => {
    const last = lastDay(part, kind)
    if (last === null) return []
    return [`${countText(part.rows[kind])} ${SEALED_WORDS[kind]} up to ${dayText(last)}`]
  })
  return fine('Sealed', `${kinds.join(', ')}; ${counted(part.files.length, 'file')}, ${sizeText(bytes)}`)
}

/** Nothing where there are no events. */
async function openChecks(db: Database, part: SealedPart, ledger: LedgerState): Promise<Check[]> {
  const { fills, movements, firstTime, lastTime } = ledger
  if (firstTime === null || lastTime === null) return []
  const open = { FILLS: fills - part.rows.FILLS, MOVEMENTS: movements - part.rows.MOVEMENTS }
  const rows = open.FILLS + open.MOVEMENTS
  if (rows === 0) return [fine('Open', 'nothing: every event is sealed')]
  // A kind without open rows keeps no day open.
  const starts = (['FILLS', 'MOVEMENTS'] as const)
    .filter((kind) => open[kind] > 0)
    .map((kind) => (lastDay(part, kind) ?? dayOf(firstTime) - 1) + 1)
  const last = dayOf(lastTime)
  const first = Math.min(last, ...starts)
  const days = last - first + 1
  const span = days === 1 ? dayText(last) : `${dayText(first)} to ${dayText(last)}`
  const kinds = [
    ...(open.FILLS > 0 ? [counted(open.FILLS, 'fill')] : []),
    ...(open.MOVEMENTS > 0 ? [counted(open.MOVEMENTS, 'movement')] : []),
  ]
  const found = `${kinds.join(', ')} of ${counted(days, 'day')} (${span}); these are rows of the database`
  const mend = await remedyOf(db, { days, last })
  return [mend === null ? fine('Open', found) : notice('Open', found, mend)]
}

/** How open days become sealed; null where they are too new or have too few rows. */
async function remedyOf(db: Database, { days, last }: { days: number; last: Day }): Promise<string | null> {
  if (await isSealDue(db))
    return '`pequod seal` moves settled days into files, which take less room; the next `ingest` or `follow` does it, too.'
  const settled = await settledBefore(db, SETTLED_AFTER_DAYS)
  const waits = settled !== null && dayOf(settled) < last - SETTLED_AFTER_DAYS
  if (!waits || days <= SETTLED_AFTER_DAYS + 1) return null
  return 'Days from the oldest kept snapshot on stay open: publish newer ones with `pequod refresh`, then run `pequod seal`.'
}

function lastDay({ files }: SealedPart, kind: SealedKind): Day | null {
  const own = files.filter((file) => file.kind === kind)
  return own.length === 0 ? null : dayOf(Math.max(...own.map(({ lastTime }) => lastTime)))
}

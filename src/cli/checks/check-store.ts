import { stat } from 'node:fs/promises'
import { createSecretBox } from '../../accounts/secret-box.ts'
import { DELAY_MINUTES, WALL_CLOCK } from '../../clock.ts'
import { ALL_CHANNELS, openChannel } from '../../delivery/channels.ts'
import { PequodError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import { SEALED_WORDS } from '../../jobs/seal-when-due.ts'
import { type Day, dayOf, dayText, type Seconds } from '../../ledger/quantities.ts'
import { foreignStore, readSchemaState } from '../../migrations/schema-state.ts'
import { createReader } from '../../numbers/profiles/create-reader.ts'
import type { Database, StoreAddress } from '../../store/engine/database.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { openToOthers } from '../../store/engine/private-files.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import { postgresName, storeReason } from '../../store/engine/store-failures.ts'
import { missingFile, type SealedKind, type SealedPart, sealedPart } from '../../store/ledger/files.ts'
import { type LedgerState, readLedgerState } from '../../store/ledger/ledger-state.ts'
import { unfoldedTokens } from '../../store/ledger/load-state.ts'
import { isSealDue, SETTLED_AFTER_DAYS, settledBefore } from '../../store/ledger/seal-ledger.ts'
import {
  KEEP_LONGER,
  newestHead,
  type StoredSnapshot,
  shorterKept,
  shorterKeptText,
} from '../../store/snapshot/stored-snapshots.ts'
import { counted } from '../refusals.ts'
import { coverageWords } from '../screen/coverage-words.ts'
import { sizeText } from '../screen/progress.ts'
import { type Check, fine, notice, wrong } from './check.ts'

/** Whether the store opens, is up to date, and has a snapshot to serve. Nothing is created or migrated. */
export async function checkStore(
  address: StoreAddress,
  secretsKeys: readonly Buffer[] = [],
  delayMinutes: number = DELAY_MINUTES,
): Promise<Check[]> {
  const where = address.kind === 'sqlite' ? address.path : postgresName(address.url)
  if (address.kind === 'sqlite' && (await stat(address.path).catch(() => null)) === null)
    return [
      notice('Store', `${where} does not exist`, '`pequod ingest` creates it, or try `pequod serve --demo`.'),
    ]
  let db: Database | null = null
  try {
    db = address.kind === 'sqlite' ? await openSqlite(address) : openPostgres(address)
    await db.get('SELECT 1')
    const files = address.kind === 'sqlite' ? checkFiles(address.path) : []
    return [
      fine('Store', `${where} opens`),
      ...files,
      ...(await checkTables(db, { secretsKeys, delay: 60 * delayMinutes })),
    ]
  } catch (error) {
    return [
      wrong(
        'Store',
        `${where} cannot be used: ${storeReason(error)}`,
        'Correct DATABASE_URL, or repair the store.',
      ),
    ]
  } finally {
    await db?.close()
  }
}

/** Anyone with read access to the files can read the accounts and the delivery channels. */
function checkFiles(path: string): Check[] {
  const open = openToOthers(path)
  if (open.length === 0) return []
  const mend = `\`chmod 600 ${open.join(' ')}\`, as their owner; \`serve\` does this at its start if it runs as that user.`
  return [notice('Files', `users other than the owner can read ${open.join(', ')}`, mend)]
}

async function checkTables(
  db: Database,
  { secretsKeys, delay }: { secretsKeys: readonly Buffer[]; delay: Seconds },
): Promise<Check[]> {
  const { pending, unknown } = await readSchemaState(db)
  if (unknown.length > 0)
    return [
      wrong('Migrations', `this version does not know ${unknown.join(', ')}`, foreignStore(unknown).message),
    ]
  if (pending.length > 0)
    return [
      notice(
        'Migrations',
        `${pending.join(', ')} not run yet`,
        'The next command that opens the store runs them.',
      ),
    ]
  return [
    fine('Migrations', 'up to date'),
    ...(await checkNumbers(db, delay)),
    ...(await checkSecrets(db, secretsKeys)),
  ]
}

/** Whether this process can decrypt the stored channels. Changes nothing. */
async function checkSecrets(db: Database, keys: readonly Buffer[]): Promise<Check[]> {
  const box = createSecretBox(keys)
  const rows = await ALL_CHANNELS.all(db)
  try {
    for (const row of rows) openChannel(box, row)
    const plain = rows.filter(({ target }) => !box.isSealed(target)).length
    if (plain === 0) return []
    return [
      notice('Secrets', `${plain} channels are not encrypted yet`, 'The next start of `serve` does it.'),
    ]
  } catch (error) {
    if (!(error instanceof PequodError)) throw error
    return [
      wrong('Secrets', error.message, 'Set SECRETS_KEY, followed, after commas, by the keys it replaced.'),
    ]
  }
}

async function checkNumbers(db: Database, delay: Seconds): Promise<Check[]> {
  const ledger = await readLedgerState(db)
  const newest = await newestHead(db)
  const snapshot = checkSnapshot(newest, ledger)
  return [
    checkLedger(ledger, await unfoldedTokens(db)),
    ...(await checkSealed(db, ledger)),
    snapshot,
    ...(newest === undefined || delay === 0 || ledger.simulated ? [] : [await checkPublic(db, delay)]),
    ...(newest === undefined ? [] : [await checkCoverage(db)]),
  ]
}

/** The moment that callers without Pro see, or the time at which they see anything. A simulation's clock is known to `serve` alone. */
async function checkPublic(db: Database, delay: Seconds): Promise<Check> {
  const reader = createReader(db, { publicClock: { upTo: () => WALL_CLOCK() - delay, delay } })
  const shown = await reader.current()
  const keptFor = await shorterKept(db, delay)
  if (keptFor !== null) return notice('Public snapshot', shorterKeptText(keptFor, delay), KEEP_LONGER)
  if (shown !== null) return fine('Public snapshot', `as of ${isoTime(shown.cutoff.time)}; Pro is live`)
  const first = await reader.firstPublic()
  const when = first === null ? 'none yet' : `none before ${isoTime(first.time)}`
  const mend = 'Until then callers without Pro get 503. WHALE_DELAY_MINUTES=0 makes everybody live.'
  return notice('Public snapshot', when, mend)
}

function isoTime(time: Seconds): string {
  return new Date(time * 1_000).toISOString()
}

async function checkCoverage(db: Database): Promise<Check> {
  const words = await coverageWords(db)
  return words ? notice('Coverage', words.found, words.mend) : fine('Coverage', 'no gap is known')
}

function checkLedger({ fills, movements, simulated }: LedgerState, unfolded: number): Check {
  const events = fills + movements
  if (events === 0) return notice('Ledger', 'empty', '`pequod ingest` fills it.')
  const kind = simulated ? 'simulated events (the demo world)' : 'events'
  const held = `${countText(events)} ${kind}`
  if (unfolded === 0) return fine('Ledger', held)
  return notice(
    'Ledger',
    `${held}; loaded ones of ${countText(unfolded)} tokens are not in positions yet`,
    'Run `pequod refresh`, or finish the interrupted load.',
  )
}

function checkSnapshot(
  newest: StoredSnapshot | undefined,
  { fills, movements, version }: LedgerState,
): Check {
  if (newest === undefined)
    return notice('Snapshot', 'nothing computed yet', fills + movements > 0 ? 'Run `pequod refresh`.' : null)
  const made = `of ${isoTime(newest.generatedAt)}`
  if (newest.ledgerVersion === version) return fine('Snapshot', `${made}, with nothing new since`)
  return notice('Snapshot', `${made}, but the ledger has changed since`, 'Run `pequod refresh`.')
}

/** Two checks: the ledger's sealed part, with its last days, and its open part, which is rows of the database. */
async function checkSealed(db: Database, ledger: LedgerState): Promise<Check[]> {
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

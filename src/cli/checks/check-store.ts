import { stat } from 'node:fs/promises'
import { createSecretBox } from '../../accounts/secret-box.ts'
import { DELAY_MINUTES, WALL_CLOCK } from '../../clock.ts'
import { listAllChannels, openChannel } from '../../delivery/channels.ts'
import { PequodError } from '../../errors.ts'
import { countText } from '../../formats.ts'
import type { Seconds } from '../../ledger/quantities.ts'
import { foreignStore, readSchemaState } from '../../migrations/schema-state.ts'
import { createReader } from '../../numbers/profiles/create-reader.ts'
import type { Database, StoreAddress } from '../../store/engine/database.ts'
import { openPostgres } from '../../store/engine/postgres.ts'
import { openToOthers } from '../../store/engine/private-files.ts'
import { openSqlite } from '../../store/engine/sqlite.ts'
import { postgresName, storeReason } from '../../store/engine/store-failures.ts'
import { type LedgerState, readLedgerState } from '../../store/ledger/ledger-state.ts'
import { unfoldedTokens } from '../../store/ledger/load-state.ts'
import {
  KEEP_LONGER,
  newestHead,
  type StoredSnapshot,
  shorterKept,
  shorterKeptText,
} from '../../store/snapshot/stored-snapshots.ts'
import { coverageWords } from '../screen/coverage-words.ts'
import { type Check, fine, notice, wrong } from './check.ts'
import { checkSealed } from './check-sealed.ts'

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
  const rows = await listAllChannels(db)
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

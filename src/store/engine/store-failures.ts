import pg from 'pg'
import { CommandError, PequodError } from '../../errors.ts'
import { withoutUrls } from '../../text.ts'
import type { StoreAddress } from './database.ts'

/** A store by where it is: a file's path, or a server's host and port. Never a user, a password or a whole URL. */
export function storeName(address: StoreAddress): string {
  return address.kind === 'sqlite' ? `The database file ${address.path}` : postgresName(address.url)
}

/** A PostgreSQL server by its host and port as the driver reads them, or by the folder of its socket. */
export function postgresName(url: string): string {
  // As the driver reads it: parts that the URL leaves out come from the environment.
  const { host, port } = new pg.Client({ connectionString: url })
  if (host.startsWith('/')) return `PostgreSQL by its socket in ${host}`
  return `PostgreSQL at ${host.includes(':') ? `[${host}]` : host}:${port}`
}

/** Reasons by the system's error code. */
const BY_CODE: readonly [code: RegExp, reason: string][] = [
  [/^ECONNREFUSED$/, 'nothing is listening there; start the server, or correct its address'],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'the host name is unknown; correct its address'],
  [/^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/, 'it does not answer; check the network in between'],
  [/^ENOENT$/, 'the socket does not exist; start the server, or correct its address'],
]

/** Reasons by an engine's words. */
const BY_WORDS: readonly [words: RegExp, reason: string][] = [
  [/directory does not exist/i, 'its folder does not exist; create it first'],
  [/SQLITE_CANTOPEN|unable to open|files of the database/i, 'its folder is missing or cannot be written to'],
  [/readonly|read-only|SQLITE_READONLY/i, 'it is read-only; make the file and its folder writable'],
  [/not a database/i, 'the file is not a SQLite database'],
  [/Timeout acquiring a connection|timeout expired/i, 'it does not answer; check the network in between'],
]

/** Why a store cannot be used, on one line and without a connection string: our words where we have any, else the engine's. */
export function storeReason(error: unknown): string {
  const thrown = error instanceof PequodError && error.cause !== undefined ? error.cause : error
  // A host with several addresses fails once for each of them.
  const cause = thrown instanceof AggregateError ? thrown.errors[0] : thrown
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const text = cause instanceof Error ? cause.message : String(cause)
  const known =
    BY_CODE.find(([pattern]) => pattern.test(code)) ?? BY_WORDS.find(([pattern]) => pattern.test(text))
  return known?.[1] ?? withoutUrls(text.split('\n')[0] ?? '')
}

/** The refusal of a store that a newer program has opened; `sign` says how that is known. */
export function newerStore(sign: string): CommandError {
  return new CommandError(
    `This store belongs to a newer version of Pequod (${sign}): update Pequod, or restore a backup from before the update.`,
  )
}

/** A failure of the store as a whole: how it is recognised, and the caller's sentence. */
interface Failing {
  /** SQLSTATEs, codes of SQLite, or codes of Node. */
  codes: RegExp
  /** Words of pg and of Knex's pool, which have no code. */
  words?: RegExp
  sentence: string
}

const UNREACHABLE: Failing = {
  // 40001 and 40P01 come from a replica whose query conflicts with the replay.
  codes:
    /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT|08...|57P0[1-5]|53300|53400|40001|40P01)$/,
  words:
    /Connection terminated|Connection ended|Timeout acquiring a connection|timeout expired|Client (has encountered a connection error|was closed)|read timeout|server closed the connection/i,
  sentence: 'The database is temporarily unavailable: retry in a few seconds.',
}

const FAILINGS: readonly Failing[] = [
  UNREACHABLE,
  {
    codes: /^SQLITE_(BUSY|LOCKED|PROTOCOL)(_\w+)?$/,
    sentence: 'Another process is writing to the database: retry in a few seconds.',
  },
  {
    codes: /^(53100|53200|SQLITE_FULL|SQLITE_NOMEM)$/,
    sentence: 'The database is out of disk space or memory: retry after its operator has freed some.',
  },
  {
    codes: /^(25006|SQLITE_READONLY(_\w+)?)$/,
    sentence: 'The database is read-only: retry after its operator has made it writable.',
  },
  {
    codes: /^(58030|SQLITE_(IOERR|CANTOPEN)(_\w+)?)$/,
    sentence: 'The database files cannot be read or written: retry after its operator has fixed that.',
  },
]

/** `Retry-After`, in seconds. */
const RETRY_AFTER = 5

/** Whether a statement failed because of the connection or the store's state, not by its own fault. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof PequodError) return error.code === 'SERVICE_UNAVAILABLE'
  return failingOf(error) !== null
}

/** Whether a statement failed because the server was unreachable, which needs no action. */
export function isUnreachable(error: unknown): boolean {
  return failingOf(error instanceof PequodError ? error.cause : error) === UNREACHABLE
}

/** The failure as a caller sees it: for one of the store, the reason and `Retry-After`; any other unchanged. */
export function storeFailure(error: unknown): unknown {
  const failing = failingOf(error)
  if (failing === null) return error
  return new PequodError('SERVICE_UNAVAILABLE', failing.sentence, { cause: error, retryAfter: RETRY_AFTER })
}

function failingOf(error: unknown): Failing | null {
  if (!(error instanceof Error) || error instanceof PequodError) return null
  if (error instanceof AggregateError) {
    for (const one of error.errors) if (failingOf(one) !== null) return failingOf(one)
  }
  const code = 'code' in error ? String(error.code) : ''
  return FAILINGS.find(({ codes, words }) => codes.test(code) || words?.test(error.message)) ?? null
}

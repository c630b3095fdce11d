import { PequodError } from '../../errors.ts'

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

import { PequodError } from '../errors.ts'

/** What Node, pg and its pool say where the server cannot be reached, or says nothing for too long. */
const AWAY_CODES =
  /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENOENT)$/
const AWAY_WORDS =
  /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|read timeout|server closed the connection/i
/**
 * SQLSTATEs of a server that ends, starts, recovers, or has no connection left; 40001 and 40P01 are a replica's, whose
 * query stood in the way of what it replays.
 */
const AWAY_STATES = /^(08...|57P0[1-5]|53300|53400|40001|40P01)$/

/** Seconds after which asking again makes sense. */
const RETRY_AFTER = 5

/** Whether a statement failed because of the connection or the server's state, not of what it says. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof PequodError) return error.code === 'SERVICE_UNAVAILABLE'
  if (error instanceof AggregateError && error.errors.some(isAway)) return true
  const code = 'code' in error ? String(error.code) : ''
  return AWAY_CODES.test(code) || AWAY_STATES.test(code) || AWAY_WORDS.test(error.message)
}

/** The failure as a caller sees it: where the store is away, that, and when to ask again; any other as it is. */
export function storeFailure(error: unknown): unknown {
  // A refusal of ours that was thrown within a transaction says better what is wrong.
  if (error instanceof PequodError || !isAway(error)) return error
  return new PequodError(
    'SERVICE_UNAVAILABLE',
    'The database is away for a moment: ask again in a few seconds.',
    {
      cause: error,
      retryAfter: RETRY_AFTER,
    },
  )
}

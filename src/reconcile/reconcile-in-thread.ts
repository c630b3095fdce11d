import { PequodError } from '../errors.ts'
import { startOnDemand, type Work } from '../thread.ts'
import type { View } from './read-view.ts'
import type { OwnLedger, Reconciliation, reconcile } from './reconcile.ts'

// Reconciles in a thread, one view at a time, so that no file holds up other requests.

export type ReconcileWorks = { reconcile: Work<{ view: View; own: OwnLedger }, Reconciliation> }

/** Views of all callers that are compared or wait, and of one caller. */
const MOST_WAITING = 8
const SHARE = 2
/** Milliseconds that one view takes at most. */
const MOST_MS = 20_000

const thread = startOnDemand<ReconcileWorks, null>({
  from: import.meta.url,
  file: 'reconcile-worker',
  data: null,
})
const waiting: string[] = []
let last: Promise<unknown> = Promise.resolve()

/**
 * Reconciles as {@link reconcile} does, in a thread, after the views that came before.
 * @param caller under what the limiter counts the caller
 * @throws PequodError SERVICE_UNAVAILABLE where too many views wait, BAD_USER_INPUT where one takes longer than 20 seconds
 */
export async function reconcileInThread(
  view: View,
  own: OwnLedger,
  caller: string,
): ReturnType<typeof inTime> {
  const isMine = (one: string) => one === caller
  if (waiting.length >= MOST_WAITING || waiting.filter(isMine).length >= SHARE)
    throw new PequodError('SERVICE_UNAVAILABLE', 'Other comparisons come first: retry in a few seconds.', {
      retryAfter: 5,
    })
  waiting.push(caller)
  const turn = last.then(() => inTime(view, own))
  last = turn.catch(() => undefined)
  try {
    return await turn
  } finally {
    waiting.splice(waiting.indexOf(caller), 1)
  }
}

async function inTime(view: View, own: OwnLedger): Promise<Reconciliation> {
  const end = setTimeout(() => void thread.kill(tooLong()), MOST_MS)
  try {
    return await thread.ask('reconcile', { view, own })
  } finally {
    clearTimeout(end)
  }
}

function tooLong(): PequodError {
  return new PequodError(
    'BAD_USER_INPUT',
    `The comparison took more than ${MOST_MS / 1_000} seconds, the maximum: send fewer positions.`,
  )
}

import { PequodError } from '../../errors.ts'
import type { AlertRow } from '../alerts/alert-row.ts'

/** An item of a stream: an alert, or at the end its reason. */
export type StreamItem = { kind: 'ALERT'; row: AlertRow } | { kind: 'END'; reason: PequodError }

/** One subscriber's alerts, in the order of the chain, each once. */
export interface AlertStream extends AsyncIterableIterator<StreamItem> {
  /** Ends it after its waiting alerts; the reason is the last item. */
  end(reason: PequodError): void
  /** Calls back once when it ends, for any reason; immediately if it has ended. */
  onGone(callback: () => void): void
  return(): Promise<IteratorResult<StreamItem>>
}

export interface AlertStreamOptions {
  /** The stream begins after this number in the chain. */
  after: number
  /** Whether the subscriber wants an alert. */
  passes(row: AlertRow): boolean
  /** The number that the process has read the chain up to; later alerts are pushed. */
  head(): number
  /** The first alerts of the chain after a number, up to another: at most {@link PAGE}. */
  read(after: number, upTo: number): Promise<AlertRow[]>
  /** Called when the stream has caught up: alerts are pushed from now on. */
  onLive(push: (rows: readonly AlertRow[]) => void): void
  /** Called once when nothing more may be pushed. */
  onGone(): void
}

export const PAGE = 500
/** Most alerts that wait for a subscriber; one with more does not read, and is dropped. */
export const MOST_WAITING = 1_000

/**
 * Makes a stream. While it lags, it reads the store page by page on demand, so a subscriber that returns after a long
 * time costs no memory. Once it has caught up alerts are pushed, and it is dropped with SLOW_CONSUMER when too many are
 * unread.
 */
export function createAlertStream(options: AlertStreamOptions): AlertStream {
  const { passes, head, read, onLive } = options
  const leaving = [options.onGone]
  const waiting: AlertRow[] = []
  let at = options.after
  let state: 'BEHIND' | 'LIVE' | 'ENDING' | 'GONE' = 'BEHIND'
  let reason: PequodError | null = null
  let wake: () => void = () => undefined

  const leave = (to: 'ENDING' | 'GONE') => {
    const isNew = state !== 'ENDING' && state !== 'GONE'
    state = to
    if (isNew) for (const callback of leaving) callback()
    wake()
  }
  const end = (why: PequodError) => {
    if (state === 'ENDING' || state === 'GONE') return
    reason = why
    leave('ENDING')
  }
  const take = (rows: readonly AlertRow[]) => {
    for (const row of rows) if (row.seq > at && passes(row)) waiting.push(row)
  }
  const push = (rows: readonly AlertRow[]) => {
    if (state !== 'LIVE') return
    take(rows)
    at = Math.max(at, rows.at(-1)?.seq ?? at)
    if (waiting.length > MOST_WAITING) end(slowConsumer())
    else if (waiting.length > 0) wake()
  }
  /** Nothing is awaited between the comparison and the stream going live, so no alert slips through between the two. */
  const joinIfLevel = () => {
    if (state !== 'BEHIND' || at < head()) return
    state = 'LIVE'
    onLive(push)
  }
  const catchUp = async () => {
    const upTo = head()
    const rows = await read(at, upTo)
    if (state !== 'BEHIND') return
    take(rows)
    at = rows.length < PAGE ? upTo : (rows.at(-1)?.seq ?? upTo)
    joinIfLevel()
  }
  const next = async (): Promise<IteratorResult<StreamItem>> => {
    for (;;) {
      if (state === 'GONE') return { done: true, value: undefined }
      const row = waiting.shift()
      if (row !== undefined) return { done: false, value: { kind: 'ALERT', row } }
      if (reason !== null) {
        state = 'GONE'
        return { done: false, value: { kind: 'END', reason } }
      }
      if (state === 'BEHIND') await catchUp()
      else
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    }
  }
  joinIfLevel()
  const stream: AlertStream = {
    next,
    end,
    onGone(callback) {
      if (state === 'ENDING' || state === 'GONE') callback()
      else leaving.push(callback)
    },
    async return() {
      leave('GONE')
      waiting.length = 0
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => stream,
  }
  return stream
}

function slowConsumer(): PequodError {
  return new PequodError(
    'SLOW_CONSUMER',
    `More than ${MOST_WAITING} alerts are unread: subscribe again after the last one you received.`,
    { retryAfter: 1 },
  )
}

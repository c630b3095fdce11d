import { PequodError } from '../../errors.ts'
import { DAY_SECONDS, type Day, dayOf, dayText, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { statement } from '../../store/engine/statement.ts'
import { ledgerOf } from '../../store/ledger/ledger.ts'
import { blockOf } from '../../store/ledger/place.ts'
import { LEDGER_STATE } from '../../store/tables.ts'

/** Up to where a snapshot counts, and what the ledger holds up to there. */
export interface Cutoff {
  /** The day that was asked for, or null for the newest event. */
  asOf: Day | null
  /** The UTC day that every window ends with. */
  day: Day
  time: Seconds
  /** The last block with an event, or null if no event came from the chain. */
  block: number | null
  /** The day of the ledger's newest event. */
  lastDay: Day
  /** The day of the ledger's first event. */
  firstDay: Day
  /** Ledger events at or before it. */
  events: number
  /** The ledger's version that it was read at. */
  version: number
  /** How often blocks had been taken back. */
  undone: number
}

const LEDGER = statement((from) => from(LEDGER_STATE).select('*').where('id', 1))

/**
 * The cutoff of a refresh: the newest event, or the close of `asOf`.
 * @throws PequodError SERVICE_UNAVAILABLE if the ledger is empty, BAD_USER_INPUT where it begins after `asOf`
 */
export async function readCutoff(tx: Sql, asOf: Day | null): Promise<Cutoff> {
  const state = await LEDGER.get(tx)
  if (!state || state.firstTime === null || state.lastTime === null) {
    throw new PequodError(
      'SERVICE_UNAVAILABLE',
      'Nothing to compute: the store holds no events. Import some with `pequod ingest`.',
    )
  }
  const firstDay = dayOf(state.firstTime)
  const known = {
    asOf,
    firstDay,
    lastDay: dayOf(state.lastTime),
    version: state.version,
    undone: state.undone,
  }
  if (asOf === null) {
    const events = state.fills + state.movements
    return { ...known, day: dayOf(state.lastTime), time: state.lastTime, block: state.lastBlock, events }
  }
  if (asOf < firstDay) throw tooEarly(asOf, firstDay)
  const time = (asOf + 1) * DAY_SECONDS - 1
  return {
    ...known,
    day: asOf,
    time,
    block: await lastBlock(tx, time),
    events: await ledgerOf(tx).countEvents(time + 1),
  }
}

function tooEarly(asOf: Day, firstDay: Day): PequodError {
  const message = `Nothing to compute: the ledger begins on ${dayText(firstDay)}, after ${dayText(asOf)}.`
  const problem = { in: 'argument', name: 'asOf', message } as const
  return new PequodError('BAD_USER_INPUT', message, { problems: [problem] })
}

async function lastBlock(tx: Sql, time: Seconds): Promise<number | null> {
  const last = await ledgerOf(tx).lastOfChain(time + 1)
  return last && blockOf(last.key).block
}

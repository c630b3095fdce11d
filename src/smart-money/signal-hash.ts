import { createHash } from 'node:crypto'
import { type Day, dayText, type Seconds } from '../ledger/quantities.ts'
import { recordHash } from '../ledger/record-hash.ts'
import type { Side, Stance } from './stance.ts'

/** The beginning of a cohort's week in the chain. */
export interface WeekRecord {
  kind: 'WEEK'
  cohort: string
  week: Day
  members: number
  /** {@link membersHash} of the members. */
  detail: string
  /** Ledger events before the week, when this was written. */
  events: number
  /** The ledger's newest event, when this was written. */
  ledgerTime: Seconds
  /** The version of the rules that wrote it; null for the first, which had no ended markets. */
  rules: number | null
}

/** A signal in the chain, with its market's facts at the time. */
export interface SignalRecord extends Omit<Stance, 'market'> {
  kind: 'OPPORTUNITY' | 'CONSENSUS' | 'HIGHLIGHT'
  cohort: string
  week: Day
  side: Side
}

/**
 * Records that a market with the cohort's positions was excluded from its week, because it had ended by the metadata of
 * the time.
 */
export interface EndedRecord extends Pick<SignalRecord, 'cohort' | 'week' | 'condition' | 'members'> {
  kind: 'ENDED'
  /** When the market ended, in seconds since 1970, in decimal. */
  detail: string
}

/** Records that a cohort's week, as the chain holds it so far, counted removed blocks; it may be written again. */
export interface RecallRecord extends Pick<WeekRecord, 'cohort' | 'week' | 'members'> {
  kind: 'RECALL'
  /** The first removed block, in decimal. */
  detail: string
}

/** The contents of a row of the chain, in names that mean the same in every store. */
export type ChainRecord = WeekRecord | SignalRecord | EndedRecord | RecallRecord

/** The hash of a row, chained to the row before. */
export function signalHash(before: Uint8Array, seq: number, record: ChainRecord): Uint8Array {
  const { kind, cohort, week, members } = record
  const head = [kind, seq, cohort, dayText(week), members]
  if (record.kind === 'WEEK') {
    const { detail, events, ledgerTime, rules } = record
    return recordHash(before, [...head, detail, events, ledgerTime, ...(rules === null ? [] : [rules])])
  }
  if (record.kind === 'ENDED') return recordHash(before, [...head, record.condition, record.detail])
  if (record.kind === 'RECALL') return recordHash(before, [...head, record.detail])
  const { condition, side, category, yesValue, value, price } = record
  return recordHash(before, [
    ...head,
    condition,
    side,
    category,
    String(yesValue),
    String(value),
    String(price),
  ])
}

/** SHA-256 of the members' addresses, best first, a line each, in hex: it identifies the list. */
export function membersHash(addresses: readonly string[]): string {
  return createHash('sha256').update(addresses.join('\n')).digest('hex')
}

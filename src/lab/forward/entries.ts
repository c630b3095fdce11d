import { defined } from '../../checks.ts'
import {
  type Address,
  type ConditionId,
  dayOf,
  dayText,
  type Seconds,
  type TokenId,
} from '../../ledger/quantities.ts'
import { blockOf } from '../../store/ledger/place.ts'
import type { Fill } from '../fills.ts'
import type { Copy, Fate } from '../replay.ts'
import type { TapeWorld } from '../run-rule.ts'

/** The kinds of entries, in the order of those of one second. */
export const ENTRY_KINDS = ['REGISTERED', 'CHOSEN', 'PAID', 'SOLD', 'COPIED', 'TAKEN_BACK', 'ENDED'] as const
export type EntryKind = (typeof ENTRY_KINDS)[number]

/** A part of a copy: the fill at whose price it is, as block and log index, and micro-shares and micro-dollars. */
export interface EntryFill {
  fill: string
  time: Seconds
  shares: number
  usd: number
  fee: number
}

/** The contents of an entry, by kind. `copy` names the trader's fill. */
export interface EntryContents {
  REGISTERED: { rule: string; from: Seconds }
  /** The traders of a choice, best first. */
  CHOSEN: { day: string; traders: readonly Address[] }
  COPIED: {
    copy: string
    time: Seconds
    trader: Address
    token: TokenId
    market: ConditionId | null
    price: number
    usd: number
    wanted: number
    fate: Fate
    fills: readonly EntryFill[]
  }
  SOLD: EntryFill & { copy: string; part: number }
  PAID: { copy: string; time: Seconds; shares: number; usd: number }
  /** `entry` is the number of the entry that no longer counts. */
  TAKEN_BACK: { entry: number; reason: 'BLOCKS' | 'LATE_EVENTS' }
  ENDED: { reason: string | null }
}

/** An entry before it has a place in a record. */
export interface NewEntry {
  kind: EntryKind
  time: Seconds
  /** JSON: two entries of a rule are the same if it is. */
  contents: string
  /** Numbers of the copied trader, of the outcome and of its event; null for an entry that is no copy's. */
  trader: number | null
  token: number | null
  event: number | null
  /** The key of the ledger's fill on which it rests; null for none. */
  key: number | null
}

/** Names of traders and outcomes that mean the same in every store. */
export interface EntryNames {
  address(trader: number): Address
  token(token: number): { token: TokenId; market: ConditionId | null }
}

const NO_COPY = { trader: null, token: null, event: null, key: null }

/** Writes an entry's contents in their one spelling. */
export function entry<Kind extends EntryKind>(
  kind: Kind,
  time: Seconds,
  contents: EntryContents[Kind],
  of: Partial<Pick<NewEntry, 'trader' | 'token' | 'event' | 'key'>> = {},
): NewEntry {
  return { kind, time, contents: JSON.stringify(contents), ...NO_COPY, ...of }
}

/**
 * The final entries of a run up to a time: nothing that the ledger gets later changes them, or adds one before them. A copy is final once
 * its order has ended, a sale and a payout when they happen.
 * @param end the first second that may get more events
 */
export function entriesOf(
  copies: readonly Copy[],
  { tape, tokens, selections }: TapeWorld,
  names: EntryNames,
  end: Seconds,
): NewEntry[] {
  const nameOf = (row: number) => fillName(defined(tape.key[row]))
  const part = ({ row, ...fill }: Fill): EntryFill => {
    const { time, shares, usd, fee } = fill
    return { fill: nameOf(row ?? -1), time, shares, usd, fee }
  }
  const chosen = selections
    .filter(({ from }) => from < end)
    .map(({ from, traders }) =>
      entry('CHOSEN', from, { day: dayText(dayOf(from)), traders: traders.map(names.address) }),
    )
  const ofCopies = copies
    .filter(({ ended }) => ended < end)
    .flatMap(({ decision, wanted, fate, ended, entries, exits, settled }): NewEntry[] => {
      const { row, time, trader, token, price, usd } = decision
      const copy = nameOf(row)
      const event = tokens.event(token)
      const of = (at: number | null) => ({ trader, token, event, key: defined(tape.key[at ?? row]) })
      const their = { copy, time, trader: names.address(trader), ...names.token(token), price, usd }
      return [
        entry(
          'COPIED',
          ended,
          { ...their, wanted, fate, fills: entries.map(part) },
          of(entries.at(-1)?.row ?? row),
        ),
        ...exits.map((fill, i) =>
          entry('SOLD', Math.max(fill.time, ended), { copy, part: i, ...part(fill) }, of(fill.row)),
        ),
        ...(settled === null ? [] : [entry('PAID', settled.time, { copy, ...settled }, of(row))]),
      ]
    })
  return [...chosen, ...ofCopies].sort(
    (a, b) =>
      a.time - b.time ||
      ENTRY_KINDS.indexOf(a.kind) - ENTRY_KINDS.indexOf(b.kind) ||
      (a.contents < b.contents ? -1 : 1),
  )
}

function fillName(key: number): string {
  const { block, logIndex } = blockOf(key)
  return block === null ? String(key) : `${block}:${logIndex}`
}

export interface StandingEntry {
  seq: number
  contents: string
}

/**
 * Compares the entries of a record that count with the final entries of a run.
 * @returns the numbers of entries that no longer hold, and the entries that are new
 */
export function changesOf(
  standing: readonly StandingEntry[],
  entries: readonly NewEntry[],
): { gone: number[]; fresh: NewEntry[] } {
  const now = new Set(entries.map(({ contents }) => contents))
  const known = new Set(standing.map(({ contents }) => contents))
  return {
    gone: standing.filter(({ contents }) => !now.has(contents)).map(({ seq }) => seq),
    fresh: entries.filter(({ contents }) => !known.has(contents)),
  }
}

import { DAY_SECONDS, type Day, dayText } from '../ledger/quantities.ts'
import type { Database } from '../store/engine/database.ts'
import { ledgerOf } from '../store/ledger/ledger.ts'
import { cohortStances, NOWHERE } from './cohort-stances.ts'
import { endedAsWritten } from './ended-markets.ts'
import { closeOf } from './open-markets.ts'
import { readWeekRecords } from './read-chain.ts'
import { type ChainRecord, membersHash } from './signal-hash.ts'
import { createSmartMoneyStore } from './smart-money-store.ts'
import { signalRecords } from './write-week.ts'

export interface WeekCheck {
  cohort: string
  week: Day
  /** SAME; LATER if late events for days before the week prevent the check; else DIFFERS. */
  state: 'SAME' | 'LATER' | 'DIFFERS'
  /** The difference, in a sentence; null if there is no difference. */
  problem: string | null
}

/** Recomputes a cohort's week from the ledger and its members, and compares it with the signal chain. */
export async function checkWeek(db: Database, cohort: string, week: Day): Promise<WeekCheck> {
  const store = createSmartMoneyStore(db)
  const records = await readWeekRecords(db, cohort, week)
  const { head, signals, ended } = records
  const check = (state: WeekCheck['state'], what: string | null): WeekCheck => ({
    cohort,
    week,
    state,
    problem: what && `${what} of ${cohort} in the week of ${dayText(week)}`,
  })
  if (head === null) return check('DIFFERS', 'the chain has no record')
  const members = await store.weekMembers([cohort], week)
  if (membersHash(members.map(({ address }) => address)) !== head.detail)
    return check('DIFFERS', 'the chain names other members')
  if ((await ledgerOf(db).countEvents(week * DAY_SECONDS)) !== head.events)
    return check('LATER', 'late events arrived for days before the signals')
  const traders = members.map(({ trader }) => trader)
  const moment = closeOf(week - 1)
  const endOf = endedAsWritten(records, moment.at)
  const stances = await cohortStances(store, new Map([[cohort, traders]]), moment, endOf)
  const derived = signalRecords(cohort, week, stances.get(cohort) ?? NOWHERE).map(textOf)
  const isSame = JSON.stringify(derived) === JSON.stringify([...signals, ...ended].map(textOf))
  return isSame ? check('SAME', null) : check('DIFFERS', 'the ledger has other signals')
}

/** A signal's text without its category, since metadata may have changed. */
function textOf(record: ChainRecord): string {
  if (record.kind === 'WEEK' || record.kind === 'RECALL') return record.detail
  if (record.kind === 'ENDED') return [record.kind, record.condition, record.members, record.detail].join(' ')
  const { kind, condition, side, members, yesValue, value, price } = record
  return [kind, condition, side, members, yesValue, value, price].join(' ')
}

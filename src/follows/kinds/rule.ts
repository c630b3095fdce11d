import type { RuleDeed, RuleNotice } from '../../delivery/notices.ts'
import { PequodError } from '../../errors.ts'
import { contentsOf, type RecordRow, readEntries, recordHead } from '../../lab/forward/record.ts'
import { findRule, type RegisteredRule, RULE_ID, resultsOf } from '../../lab/forward/rules.ts'
import { readLabNames } from '../../lab/read/read-names.ts'
import { ruleTitle } from '../../lab/rule.ts'
import { type Address, DAY_SECONDS, type Day, dayOf, dayText, type Seconds } from '../../ledger/quantities.ts'
import type { Sql } from '../../store/engine/database.ts'
import { hiddenTraders } from '../../store/opted-out.ts'
import { newestHead } from '../../store/snapshot/stored-snapshots.ts'
import type { FollowKind, Notice, SnapshotLook } from '../follow.ts'
import { addNotices, keyOf, noticeId } from '../notices.ts'
import { type RuleFields, type RulesOf, rulesInput } from '../rule-fields.ts'
import { beginKnown, type Known, knownOf, moveKnown } from '../watch-cursor.ts'

const FIELDS = {
  daily: {
    type: 'flag',
    label: 'One summary a day',
    text: 'True: one message for each UTC day on which anything happened, with the net result. False: one for each snapshot.',
  },
} as const satisfies RuleFields

type Rules = RulesOf<typeof FIELDS>

/** The newest snapshot when a follow began, 0 without one. */
interface Began {
  snapshot: number
}

type News = Omit<RuleNotice, 'id'> & { snapshot: number }

/** The last entry that followers of a rule know by news of snapshots, and by summaries of the days before one. */
interface KnownRecord {
  seq: number
  day: Day
  daySeq: number
}

/** Entries that one message sums up at most; the next message has the others. */
const MOST_ENTRIES = 5_000
const MOST_DEEDS = 10

/** A rule of the lab that runs forward. It notifies of copies that it buys and closes, and of its end. */
export const RULE: FollowKind<Rules, Began, News> = {
  name: 'rule',
  title: 'Rule',
  plural: 'rules',
  limits: { FREE: 2, PRO: 20 },
  keptSeconds: 7 * DAY_SECONDS,
  subject: {
    name: 'rule',
    limits: { pattern: RULE_ID.source, form: 'the 22 characters of an id' },
    text: 'The id of a registered rule: {limits}.',
    placeholder: 'ID',
    label: 'Registered rule, by its id',
  },
  shown: { name: 'ruleId', type: 'String', text: 'The id of the registered rule.' },
  text: 'A registered rule of the lab, whose copies send a notification, or a summary of each day.',
  fields: FIELDS,
  input: rulesInput(FIELDS),
  async find(sql, text) {
    const rule = await findRule(sql, text)
    if (rule === null) throw new PequodError('NOT_FOUND', 'There is no registered rule with that id.')
    return rule.id
  },
  usual: () => ({ daily: true }),
  words: ({ daily }) => (daily ? 'a summary of each day' : 'every copy'),
  async begin(tx, { topic, state }) {
    await beginKnown(tx, topic, true)
    return state ?? { snapshot: (await newestHead(tx))?.id ?? 0 }
  },
  wants({ rules: { daily }, state }, { news: { snapshot, ...news } }): RuleNotice | null {
    if ((state?.snapshot ?? 0) >= snapshot || daily !== (news.day !== null)) return null
    return { id: noticeId(news.rule, news.day ?? '', snapshot), ...news }
  },
  isOfSnapshot: () => true,
  group: (rule) => `rule ${rule}`,
  async watchSnapshot(look) {
    for (const known of await knownOf<KnownRecord>(look.db, look.topics)) await watchRule(look, known)
  },
}

/** Writes what the record of a rule got until a snapshot, and the summary of the day that was over with it. */
async function watchRule({ db, snapshot, time }: SnapshotLook, known: Known<KnownRecord>): Promise<void> {
  const rule = await findRule(db, keyOf(known.topic))
  const state = rule === null ? null : await nextState(db, rule.id, { known: known.state, time })
  const all: News[] = []
  if (rule !== null && state !== null && known.state !== null) {
    const { seq, day, daySeq } = known.state
    const span = { snapshot, time }
    all.push(await newsOf(db, rule, { ...span, after: seq, upTo: state.seq, day: null, net: null }))
    if (state.day > day) {
      const { net } = await resultsOf(db, rule, (day + 1) * DAY_SECONDS - 1)
      all.push(await newsOf(db, rule, { ...span, after: daySeq, upTo: state.daySeq, day, net }))
    }
  }
  const notices = all
    .filter(
      ({ bought, missed, closed, corrected, hasEnded }) =>
        bought + missed + closed + corrected > 0 || hasEnded,
    )
    .map((news): Notice<News> => {
      const id = noticeId(known.topic, snapshot, time, news.day ?? '')
      return { id, topic: known.topic, time, key: Number.MIN_SAFE_INTEGER, low: null, high: null, news }
    })
  await db.transaction(async (tx) => {
    // Blocks that are taken back retract nothing: the record says so in a later entry.
    if (await moveKnown(tx, known, snapshot, state)) await addNotices(tx, notices)
  })
}

/** The entries that followers know by a snapshot; those who know nothing yet take them as known. */
async function nextState(
  sql: Sql,
  rule: string,
  { known, time }: { known: KnownRecord | null; time: Seconds },
): Promise<KnownRecord> {
  const day = dayOf(time)
  if (known === null) {
    const { seq } = await recordHead(sql, rule)
    return { seq, day, daySeq: seq }
  }
  const lastOf = async (after: number, upTo: Seconds) =>
    (await readEntries(sql, rule, { after, upTo, most: MOST_ENTRIES })).at(-1)?.seq ?? after
  const seq = await lastOf(known.seq, time)
  if (day <= known.day) return { ...known, seq }
  return { seq, day, daySeq: await lastOf(known.daySeq, day * DAY_SECONDS - 1) }
}

interface Span {
  snapshot: number
  time: Seconds
  /** The entries' numbers: above one, up to another. */
  after: number
  upTo: number
  day: Day | null
  net: number | null
}

async function newsOf(
  sql: Sql,
  rule: RegisteredRule,
  { snapshot, time, after, upTo, day, net }: Span,
): Promise<News> {
  const hidden = await hiddenTraders(sql)
  const isShown = ({ traderId }: RecordRow) => traderId === null || !hidden.has(traderId)
  const all = (await readEntries(sql, rule.id, { after, most: upTo - after })).filter(
    // The figures of a rule that names its wallets would be those of a wallet that opted out.
    (row) => rule.rule.universe.traders === undefined || isShown(row),
  )
  const deeds = all.flatMap((row) => deedOf(row) ?? [])
  const of = (did: RuleDeed['did']) => deeds.filter((one) => one.did === did)
  const sum = (some: readonly { usd: number }[]) => some.reduce((total, { usd }) => total + usd, 0)
  const [bought, closed] = [of('BOUGHT'), [...of('SOLD'), ...of('PAID')]]
  const first = deeds.filter(({ row }) => isShown(row)).slice(0, MOST_DEEDS)
  const names = await readLabNames(sql, {
    traders: first.flatMap(({ row }) => row.traderId ?? []),
    tokens: first.flatMap(({ row }) => row.tokenId ?? []),
  })
  return {
    snapshot,
    time,
    rule: rule.id,
    title: rule.title ?? ruleTitle(rule.rule),
    day: day === null ? null : dayText(day),
    bought: bought.length,
    staked: sum(bought),
    missed: all.filter(({ kind }) => kind === 'COPIED').length - bought.length,
    closed: closed.length,
    received: sum(closed),
    corrected: all.filter(({ kind }) => kind === 'TAKEN_BACK').length,
    net,
    hasEnded: all.some(({ kind }) => kind === 'ENDED'),
    deeds: first.flatMap(({ did, usd, row }): RuleDeed[] => {
      const { question, outcome } = names.outcome(row.tokenId ?? -1)
      const trader = names.trader(row.traderId ?? -1)
      return trader === null ? [] : [{ did, trader: trader.address as Address, question, outcome, usd }]
    }),
  }
}

/** A copy that bought anything, or a part that left one; null for another entry. */
function deedOf(row: RecordRow): { did: RuleDeed['did']; usd: number; row: RecordRow } | null {
  if (row.kind === 'COPIED') {
    const { fills } = contentsOf('COPIED', row)
    const usd = fills.reduce((sum, fill) => sum + fill.usd + fill.fee, 0)
    return fills.length === 0 ? null : { did: 'BOUGHT', usd, row }
  }
  if (row.kind === 'PAID') return { did: 'PAID', usd: contentsOf('PAID', row).usd, row }
  if (row.kind !== 'SOLD') return null
  const { usd, fee } = contentsOf('SOLD', row)
  return { did: 'SOLD', usd: usd - fee, row }
}

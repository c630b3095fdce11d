import { defined } from '../../checks.ts'
import { addressOf, type Day } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import type { SignedHead } from '../kit/context.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { ADDRESS, GIVEN_ADDRESS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import type { ArgumentTier } from '../kit/tier-rule.ts'

/** The cost of a full proof: every event of the trader is read, and days with transfers are replayed. */
const WHOLE_RECORD = 50_000
/** Entries of the log that one answer lists. */
const NEWEST_ENTRIES = 40

const ProofDetailEnum = builder.enumType('ProofDetail', {
  description: 'The contents of a proof.',
  values: {
    SHORT: { description: "The trader's state, and its way to the signed head: 10 KB at most." },
    FULL: { description: 'Also all positions and events, with the facts that folding them needs.' },
  } as const,
})

const FOR_PRO: ArgumentTier<'SHORT' | 'FULL'> = {
  requires: 'PRO',
  otherwise: 'ERROR',
  where: { says: 'it is FULL', holds: (detail) => detail === 'FULL' },
}

const ProofType = builder.objectRef<{ trader: string; day: Day; file: string }>('Proof').implement({
  description: "A proof of a trader's state at a day's close, which is checked without this service.",
  fields: (t) => ({
    trader: t.exposeString('trader', { limits: ADDRESS, description: WALLET_ADDRESS }),
    day: t.expose('day', { type: 'Date', description: 'The UTC day at whose close the state is proven.' }),
    file: t.exposeString('file', {
      complexity: textCost(10_000),
      description:
        'The text of the file, its newline at the end included: `pequod verify-proof` and the page `/verify` check it.',
    }),
  }),
})

builder.queryField('proof', (t) =>
  t.field({
    type: ProofType,
    complexity: WHOLE_RECORD,
    description:
      "A proof of a trader's profit, volume and other sums at a day's close: a state with its way to the signed head of the log of days.",
    throws: { NOT_FOUND: 'for a day that the log does not have, and a trader without an event by then' },
    args: {
      trader: t.arg.string({ required: true, limits: GIVEN_ADDRESS, description: WALLET_ADDRESS }),
      day: t.arg({ type: 'Date', description: 'The UTC day. Default: the last of the log.' }),
      detail: t.arg({
        type: ProofDetailEnum,
        defaultValue: 'SHORT',
        tier: FOR_PRO,
        description: 'The contents. Default: SHORT.',
      }),
    },
    async resolve(_root, { trader: given, day, detail }, { dayLog }) {
      const trader = defined(addressOf(given) ?? undefined)
      const asked = { address: trader, day: day ?? null, full: detail === 'FULL' }
      return { trader, ...(await dayLog.prove(asked)) }
    },
  }),
)

const EntryType = builder.objectRef<SignedHead['entries'][number]>('DayLogEntry').implement({
  description: 'An entry of the log of days.',
  fields: (t) => ({
    number: t.count('number', 'Its number in the log, {limits}.'),
    day: t.expose('day', { type: 'Date', description: 'The UTC day that it is of.' }),
    leaf: t.exposeString('leaf', {
      description: 'The text that the log hashes: the roots of the day, as JSON.',
    }),
  }),
})

const DayLogType = builder.objectRef<SignedHead>('DayLog').implement({
  description: 'The head of the log of days: a kept one shows later whether the log was rewritten.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'The key that signs, as signed notes write it.' }),
    checkpoint: t.exposeString('checkpoint', {
      description: 'The signed head: name of the log, number of entries, root, signature.',
    }),
    entries: t.field({
      type: [EntryType],
      complexity: { field: 1, multiplier: NEWEST_ENTRIES },
      description: `The newest entries, the newest first: up to ${NEWEST_ENTRIES}.`,
      resolve: ({ entries }) => entries,
    }),
  }),
})

builder.queryField('dayLog', (t) =>
  t.field({
    type: DayLogType,
    nullable: true,
    description: 'The signed head of the log of days. Null for a service that keeps none.',
    resolve: (_root, _args, { dayLog }) => dayLog.head(NEWEST_ENTRIES),
  }),
)

import { defined } from '../../checks.ts'
import { PequodError } from '../../errors.ts'
import { addressOf, type Day, dayText } from '../../ledger/quantities.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext, SignedHead } from '../kit/context.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import { ADDRESS, ALERT_ID, GIVEN_ADDRESS, WALLET_ADDRESS } from '../kit/limits/known-limits.ts'
import type { ArgumentTier } from '../kit/tier-rule.ts'
import { noAlert, ONE_ALERT, UNSEEN_ALERT } from '../whales/whale-query.ts'

/** The cost of a full proof: every event of the trader is read, and days with transfers are replayed. */
const WHOLE_RECORD = 50_000
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
    trader: t.text('trader', { limits: ADDRESS, description: WALLET_ADDRESS }),
    day: t.of('Date', 'day', 'The UTC day at whose close the state is proven.'),
    file: t.text('file', {
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

type AlertProof = Awaited<ReturnType<RequestContext['dayLog']['alert']>>

/** An alert's proof as its caller may have it. @throws PequodError NOT_FOUND for an alert that the caller may not see (yet) */
export async function alertProof(
  id: string,
  { whales, dayLog, caller }: Pick<RequestContext, 'whales' | 'dayLog' | 'caller'>,
): Promise<AlertProof> {
  const alert = await whales.logged(caller.tier, id)
  if (alert === null) throw noAlert()
  return dayLog.alert(alert)
}

/** The file of an alert. @throws PequodError NOT_FOUND also while the log does not have it */
export async function alertFile(id: string, context: Parameters<typeof alertProof>[1]): Promise<string> {
  const { day, file } = await alertProof(id, context)
  if (file !== null) return file
  throw new PequodError('NOT_FOUND', `The log of days has this alert after the close of ${dayText(day)}.`)
}

const AlertProofType = builder.objectRef<AlertProof>('AlertProof').implement({
  description: 'A proof of an alert of the radar, which is checked without this service.',
  fields: (t) => ({
    hash: t.text(
      'hash',
      'Hex: the hash of the alert in the log of days. It is over what everybody may know of the alert, and over a hash of the rest with a nonce, so that nobody can try trades against it.',
    ),
    day: t.of('Date', 'day', {
      description: 'The UTC day whose entry of the log has the alert, or will have it after its close.',
    }),
    file: t.text('file', {
      nullable: true,
      complexity: textCost(10_000),
      description:
        'The text of the file, its newline at the end included, for `pequod verify-proof` and the page `/verify`. For Pro it opens the trader and exact amounts; for others they stay a hash. Null until the log has the alert.',
    }),
  }),
})

builder.queryField('alertProof', (t) =>
  t.field({
    type: AlertProofType,
    complexity: 100,
    description:
      'A proof that the radar had an alert when the log of days was signed: the alert with its way to the signed head.',
    throws: { NOT_FOUND: UNSEEN_ALERT },
    args: {
      alert: t.arg.id({ required: true, limits: ALERT_ID, description: ONE_ALERT }),
    },
    resolve: (_root, { alert }, context) => alertProof(alert, context),
  }),
)

const EntryType = builder.objectRef<SignedHead['entries'][number]>('DayLogEntry').implement({
  description: 'An entry of the log of days.',
  fields: (t) => ({
    number: t.count('number', 'Its number in the log, {limits}.'),
    day: t.of('Date', 'day', 'The UTC day that it is of.'),
    leaf: t.text('leaf', 'The text that the log hashes: the roots of the day, as JSON.'),
  }),
})

const DayLogType = builder.objectRef<SignedHead>('DayLog').implement({
  description: 'The head of the log of days: a kept one shows later whether the log was rewritten.',
  fields: (t) => ({
    key: t.text('key', 'The key that signs, as signed notes write it.'),
    checkpoint: t.text('checkpoint', 'The signed head: name of the log, number of entries, root, signature.'),
    day: t.of('Date', ({ entries }) => entries.reduce((newest, { day }) => Math.max(newest, day), 0), {
      description: 'The newest UTC day that the log has.',
    }),
    entries: t.of([EntryType], 'entries', {
      rows: NEWEST_ENTRIES,
      description: `The newest entries, the newest first: up to ${NEWEST_ENTRIES}.`,
    }),
  }),
})

builder.queryField('dayLog', (t) =>
  t.of(DayLogType, (_root, _args, { dayLog }) => dayLog.head(NEWEST_ENTRIES), {
    nullable: true,
    description: 'The signed head of the log of days. Null for a service that keeps none.',
  }),
)

import { MAX_OUTCOMES } from '../../../ledger/bounds.ts'
import type { MovementKind } from '../../../store/ledger/movement-row.ts'
import type { StoredMovement } from '../../../store/trades/trade-filter.ts'
import { builder } from '../../kit/builder.ts'
import { decimalOf } from '../../kit/number-fields.ts'
import { TraderType } from '../trader.ts'
import { type EventNode, isEventOf, LedgerEventInterface } from '../trades/ledger-event.ts'
import { OUTCOME_NAME, OUTCOME_TOKEN } from '../trades/trade-terms.ts'

/** An event that is no fill, as the graph shows it. */
export type MovementNode = EventNode<StoredMovement>

const interfaces = [LedgerEventInterface]
const isA = (kind: MovementKind) => isEventOf((event) => 'kind' in event && event.kind === kind)
const amountOf = ({ event }: MovementNode) => event.amount ?? 0

builder.objectRef<MovementNode>('Split').implement({
  description: 'The trader split dollars into equal shares of every outcome.',
  interfaces,
  isTypeOf: isA('SPLIT'),
  fields: (t) => ({
    amount: t.amount(amountOf, 'Shares received of each outcome, and USD paid for all of them; 0 or more.'),
  }),
})

builder.objectRef<MovementNode>('Merge').implement({
  description: 'The trader merged equal shares of every outcome into dollars.',
  interfaces,
  isTypeOf: isA('MERGE'),
  fields: (t) => ({
    amount: t.amount(amountOf, 'Shares merged of each outcome, and USD received for all of them; 0 or more.'),
  }),
})

builder.objectRef<MovementNode>('Conversion').implement({
  description:
    'The trader converted NO shares of some questions of an event to YES shares of the others, and dollars. It belongs to no single market.',
  interfaces,
  isTypeOf: isA('CONVERT'),
  fields: (t) => ({
    amount: t.amount(amountOf, 'Shares converted of each NO, 0 or more.'),
    questions: t.intList({
      description: 'The questions whose NO was converted, by their positions in the event, from 0.',
      complexity: { field: 1, multiplier: MAX_OUTCOMES },
      resolve: ({ event }) => bitsOf(BigInt(event.indexSet ?? '0')),
    }),
    feeRate: t.float({
      description: 'The fee, as a fraction of the amount received; 0 to 1.',
      resolve: ({ event }) => (event.feeBips ?? 0) / 10_000,
    }),
  }),
})

builder.objectRef<MovementNode>('Redemption').implement({
  description: 'The trader redeemed shares of a resolved market.',
  interfaces,
  isTypeOf: isA('REDEEM'),
  fields: (t) => ({
    payout: t.amount(amountOf, 'USD received, 0 or more.'),
    amounts: t.floatList({
      nullable: true,
      complexity: { field: 1, multiplier: MAX_OUTCOMES },
      description:
        "Shares redeemed of each outcome, in the market's order. Null if the whole holding was redeemed.",
      resolve: ({ event: { amounts } }) => amounts?.map(decimalOf) ?? null,
    }),
  }),
})

builder.objectRef<MovementNode>('Transfer').implement({
  description: 'Shares moved from one wallet to another. `trader` is the sender.',
  interfaces,
  isTypeOf: isA('TRANSFER'),
  fields: (t) => ({
    receiver: t.field({
      type: TraderType,
      nullable: true,
      description: 'The receiving trader. Null if the wallet opted out.',
      resolve: ({ event: { other }, snapshot }, _args, { loaders }) =>
        other === null ? null : loaders(snapshot).profiles.load(other),
    }),
    shares: t.amount(amountOf, 'Shares moved, 0 or more.'),
    token: t.string({
      ...OUTCOME_TOKEN,
      resolve: ({ event, reads }) => reads.ofToken(event.token ?? 0, (token) => token?.token ?? ''),
    }),
    outcome: t.string({
      ...OUTCOME_NAME,
      resolve: ({ event, reads }) => reads.ofToken(event.token ?? 0, (token) => token?.name ?? null),
    }),
  }),
})

builder.objectRef<MovementNode>('Income').implement({
  description: 'A reward or a rebate. It counts in no profit.',
  interfaces,
  isTypeOf: isA('INCOME'),
  fields: (t) => ({
    amount: t.amount(amountOf, 'USD received, 0 or more.'),
    reason: t.string({
      nullable: true,
      description: "The Data API's type, such as MAKER_REBATE. Null if unknown.",
      resolve: ({ event }) => event.reason,
    }),
  }),
})

function bitsOf(set: bigint): number[] {
  const digits = [...set.toString(2)].reverse()
  return digits.flatMap((digit, i) => (digit === '1' ? i : []))
}

import { PNL_METHODS, type PnlMethod } from '../../metrics/profit/pnl-methods.ts'
import type { TraderStats } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'

/** A trader's profit by one way to count it. */
interface CountedPnl extends PnlMethod {
  readonly value: number | null
}

const PnlMethodNameEnum = builder.enumType('PnlMethodName', {
  description: 'Accounting methods for profit.',
  values: {
    MARKED: { description: "This service's own method: `pnl`." },
    OFFICIAL_SUBGRAPH: { description: "The method of Polymarket's public subgraph: `pnlOfficial`." },
  } satisfies Record<PnlMethod['method'], { description: string }>,
})

/** Profit by one way to count it. */
export const PnlMethodType = builder.objectRef<CountedPnl>('PnlMethod').implement({
  description: 'Profit under one accounting method.',
  fields: (t) => ({
    method: t.expose('method', { type: PnlMethodNameEnum, description: 'The accounting method.' }),
    value: t.amount('value', {
      nullable: true,
      description: 'The profit. Unit: USD, any amount. Null if unknown.',
    }),
    sentence: t.exposeString('sentence', {
      description: "The method's rules, and how it differs from the other.",
    }),
  }),
})

/** A trader's profit of a period by both ways, ours first. */
export function countedPnl({ pnl, pnlOfficial }: TraderStats): CountedPnl[] {
  const values = { MARKED: pnl, OFFICIAL_SUBGRAPH: pnlOfficial } satisfies Record<
    PnlMethod['method'],
    unknown
  >
  return PNL_METHODS.map((way) => ({ ...way, value: values[way.method] }))
}

import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { AlertMarket } from '../../whales/alerts/alert-view.ts'
import { builder } from '../kit/builder.ts'
import { textCost } from '../kit/query-cost.ts'

/** The market of an alert. */
export const AlertMarketType = builder.objectRef<AlertMarket>('AlertMarket').implement({
  description: 'The market of an alert.',
  fields: (t) => ({
    condition: t.exposeString('condition', { description: 'Its condition: 0x and 64 hex digits.' }),
    question: t.exposeString('question', {
      complexity: textCost(TEXT_BOUNDS.question),
      nullable: true,
      description: 'Null while it is unknown.',
    }),
    slug: t.exposeString('slug', {
      complexity: textCost(TEXT_BOUNDS.slug),
      nullable: true,
      description: 'Its short name in addresses of pages. Null while it is unknown.',
    }),
  }),
})

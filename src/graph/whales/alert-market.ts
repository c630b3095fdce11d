import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { AlertMarket } from '../../whales/alerts/alert-view.ts'
import { builder } from '../kit/builder.ts'
import { HASH } from '../kit/limits/forms.ts'
import { textCost } from '../kit/query-cost.ts'

/** The market of an alert. */
export const AlertMarketType = builder.objectRef<AlertMarket>('AlertMarket').implement({
  description: 'The market that an alert is about.',
  fields: (t) => ({
    condition: t.exposeString('condition', { limits: HASH, description: 'The condition id: {limits}.' }),
    question: t.exposeString('question', {
      complexity: textCost(TEXT_BOUNDS.question),
      nullable: true,
      description: 'The question. Null while unknown.',
    }),
    slug: t.exposeString('slug', {
      complexity: textCost(TEXT_BOUNDS.slug),
      nullable: true,
      description: 'The slug, its short name in URLs. Null while unknown.',
    }),
  }),
})

import type { NotableAlert } from '../../whales/alerts/public-showcase.ts'
import { builder } from '../kit/builder.ts'
import { WhaleAlertType } from './whale-alert.ts'

/** An alert of the showcase. */
export const NotableAlertType = builder.objectRef<NotableAlert>('NotableAlert').implement({
  description: 'A whale alert and the price move since its fill.',
  fields: (t) => ({
    alert: t.field({
      type: WhaleAlertType,
      description: 'The alert, with the fields that the caller may see.',
      resolve: ({ alert }) => alert,
    }),
    move: t.exposeFloat('move', {
      nullable: true,
      description:
        'Gain since the fill, (price now − price) · side · shares, in USD, from the alert as shown. Null where that withholds a factor.',
    }),
    priceNow: t.exposeFloat('priceNow', {
      nullable: true,
      limits: { minimum: 0, maximum: 1 },
      description: 'The current mark of a share, in USD from {limits}. Null where the market is withheld.',
    }),
  }),
})

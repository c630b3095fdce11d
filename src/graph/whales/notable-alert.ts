import type { NotableAlert } from '../../whales/alerts/alert-desk.ts'
import { builder } from '../kit/builder.ts'
import { WhaleAlertType } from './whale-alert.ts'

/** An alert of the showcase. */
export const NotableAlertType = builder.objectRef<NotableAlert>('NotableAlert').implement({
  description: 'An alert with what it has come to.',
  fields: (t) => ({
    alert: t.field({
      type: WhaleAlertType,
      description: 'Who made the move and on what: the alert, as the caller may see it.',
      resolve: ({ alert }) => alert,
    }),
    move: t.exposeFloat('move', {
      nullable: true,
      description:
        'What it has come to, (price now − price) · side · shares, in USD, by what the answer tells of the alert. Null where that does not tell it.',
    }),
    priceNow: t.exposeFloat('priceNow', {
      nullable: true,
      description:
        'What a share is worth by the newest event, in USD from 0 to 1. Null where the market is not told.',
    }),
  }),
})

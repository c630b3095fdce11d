import type { NotableAlert } from '../../whales/alerts/alert-desk.ts'
import { shownUsd } from '../../whales/alerts/public-view.ts'
import { builder } from '../kit/builder.ts'
import { ALERT_CUTOFF, CutoffType } from '../kit/cutoff.ts'
import { WhaleAlertType } from './whale-alert.ts'

export const NotableAlertType = builder.objectRef<NotableAlert>('NotableAlert').implement({
  description: 'A whale alert and the price move since its fill.',
  fields: (t) => ({
    alert: t.expose('alert', {
      type: WhaleAlertType,
      description: 'The alert, with the fields that the caller may see.',
    }),
    cutoff: t.field({
      type: CutoffType,
      nullable: true,
      description: ALERT_CUTOFF,
      resolve: (_alert, _args, { whales, caller }) => whales.cutoff(caller.tier),
    }),
    move: t.exposeFloat('move', {
      tier: { requires: 'PRO', otherwise: 'ROUNDED', round: shownUsd },
      description:
        'Gain since the fill, (price now − price) · side · shares, in USD: exact for Pro; without Pro, rounded towards 0 to 2 significant digits.',
    }),
    priceNow: t.exposeFloat('priceNow', {
      limits: { minimum: 0, maximum: 1 },
      description: 'The current mark of a share, in USD from {limits}.',
    }),
  }),
})

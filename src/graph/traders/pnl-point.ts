import type { SeriesPoint } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'

/** One day of a trader's series. */
export const PnlPointType = builder.objectRef<SeriesPoint>('PnlPoint').implement({
  description: "One day of a trader's profit series.",
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The UTC day.' }),
    pnl: t.amount(
      (point) => point.pnl,
      "Marked profit from the period's start to the day's close. Unit: USD, any amount.",
    ),
    realizedPnl: t.amount(
      (point) => point.realized,
      "Realized profit from the period's start to the day's close. Unit: USD, any amount.",
    ),
    volume: t.amount((point) => point.volume, {
      limits: { minimum: 0 },
      description: "Total value of the day's fills. Unit: USD, {limits}.",
    }),
  }),
})

import type { SeriesPoint } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import { decimalOf } from '../kit/decimal.ts'

/** One day of a trader's series. */
export const PnlPointType = builder.objectRef<SeriesPoint>('PnlPoint').implement({
  description: "One day of a trader's profit series.",
  fields: (t) => ({
    day: t.expose('day', { type: 'Date', description: 'The UTC day.' }),
    pnl: t.float({
      description: "Marked profit from the period's start to the day's close. Unit: USD, any amount.",
      resolve: (point) => decimalOf(point.pnl),
    }),
    realizedPnl: t.float({
      description: "Realized profit from the period's start to the day's close. Unit: USD, any amount.",
      resolve: (point) => decimalOf(point.realized),
    }),
    volume: t.float({
      limits: { minimum: 0 },
      description: "Total value of the day's fills. Unit: USD, {limits}.",
      resolve: (point) => decimalOf(point.volume),
    }),
  }),
})

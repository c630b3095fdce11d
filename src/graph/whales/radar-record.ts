import type { RadarRecordAsOf } from '../../whales/alerts/alert-desk.ts'
import type { RadarRecord } from '../../whales/alerts/radar-record.ts'
import { isQualifyingBoard } from '../../whales/config/qualifying-board.ts'
import { builder } from '../kit/builder.ts'
import { IntervalType } from '../kit/interval.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'

const BoardRecordType = builder.objectRef<RadarRecord>('RadarBoardRecord').implement({
  description:
    'How alerts have done, all of them or those that one board made. An alert of two boards counts for both.',
  fields: (t) => ({
    board: t.field({
      type: QualifyingBoardEnum,
      nullable: true,
      description: 'The board. Null for all alerts.',
      resolve: ({ board }) => (isQualifyingBoard(board) ? board : null),
    }),
    alerts: t.exposeInt('alerts', { description: 'Alerts that stand, 0 or more.' }),
    decided: t.exposeInt('decided', { description: 'Those whose outcome has paid all or nothing.' }),
    hitRate: t.exposeFloat('hitRate', {
      nullable: true,
      description:
        'The share of decided alerts that were right, a fraction. Null where none is decided. Without Pro, means are rounded to hundredths, and null of fewer than 20 alerts.',
    }),
    hitRateInterval: t.field({
      type: IntervalType,
      nullable: true,
      description: "Wilson's 95 % interval of the hit rate. Null with it.",
      resolve: ({ hitRateInterval }) => hitRateInterval,
    }),
    impliedRate: t.exposeFloat('impliedRate', {
      nullable: true,
      description:
        'The hit rate that the prices paid implied: the mean price of a BUY, 1 less it of a SELL. Null with the hit rate.',
    }),
    markoutAfterHour: t.exposeFloat('markoutAfterHour', {
      nullable: true,
      description:
        'Mean of side · (mark − price) an hour after the fill, in USD a share. Null where none is marked.',
    }),
    markoutAfterDay: t.exposeFloat('markoutAfterDay', {
      nullable: true,
      description:
        'Mean of side · (mark − price) a day after the fill, in USD a share. Null where none is marked.',
    }),
  }),
})

/** The radar's own record. */
export const RadarRecordType = builder.objectRef<RadarRecordAsOf>('WhaleRadarRecord').implement({
  description: "The radar's own record: what became of its alerts.",
  fields: (t) => ({
    until: t.field({
      type: 'DateTime',
      description:
        'Alerts on fills before it count, and marks that were due by then: for Pro the newest event, else the start of its week.',
      resolve: ({ until }) => until,
    }),
    all: t.field({
      type: BoardRecordType,
      description: 'All alerts.',
      resolve: ({ records: [all] }) => all,
    }),
    boards: t.field({
      type: [BoardRecordType],
      complexity: { field: 1, multiplier: 3 },
      description: 'The alerts by board, in the order of ids.',
      resolve: ({ records }) => records.filter(({ board }) => isQualifyingBoard(board)),
    }),
  }),
})

import type { RadarRecordAsOf } from '../../whales/alerts/alert-desk.ts'
import type { RadarRecord } from '../../whales/alerts/radar-record.ts'
import { isQualifyingBoard } from '../../whales/config/qualifying-board.ts'
import { builder } from '../kit/builder.ts'
import { ALERT_CUTOFF, CutoffType } from '../kit/cutoff.ts'
import { trackRecord } from '../kit/track-record.ts'
import { QualifyingBoardEnum } from '../leaderboards/qualifying-board.ts'

const BoardRecordType = builder.objectRef<RadarRecord>('RadarBoardRecord').implement({
  description:
    "The track record of all alerts, or of one qualifying leaderboard's. An alert with two leaderboards counts for both.",
  fields: (t) => ({
    board: t.field({
      type: QualifyingBoardEnum,
      nullable: true,
      description: 'The qualifying leaderboard. Null for all alerts.',
      resolve: ({ board }) => (isQualifyingBoard(board) ? board : null),
    }),
    alerts: t.count('alerts', 'Alerts counted, {limits}.'),
    decided: t.count('decided', 'Alerts whose outcome has paid 1 or 0; {limits}.'),
    ...trackRecord(t, {
      rate: 'Share of decided alerts that were right, a fraction. Null if none is decided.',
      implied: 'the prices paid: the mean of price for a BUY and 1 − price for a SELL',
    }),
    markoutAfterHour: t.exposeFloat('markoutAfterHour', {
      nullable: true,
      description:
        'Mean of side · (mark − price) one hour after the fill, in USD per share. Null if none is marked.',
    }),
    markoutAfterDay: t.exposeFloat('markoutAfterDay', {
      nullable: true,
      description:
        'Mean of side · (mark − price) one day after the fill, in USD per share. Null if none is marked.',
    }),
  }),
})

export const RadarRecordType = builder.objectRef<RadarRecordAsOf>('WhaleRadarRecord').implement({
  description: 'The track record of the whale alerts.',
  fields: (t) => ({
    cutoff: t.expose('cutoff', {
      type: CutoffType,
      nullable: true,
      description: `${ALERT_CUTOFF} Marks due by then are counted.`,
    }),
    all: t.field({
      type: BoardRecordType,
      description: 'The record of all alerts.',
      resolve: ({ records: [all] }) => all,
    }),
    boards: t.field({
      type: [BoardRecordType],
      complexity: { field: 1, multiplier: 3 },
      description: 'The record by qualifying leaderboard, ordered by id.',
      resolve: ({ records }) => records.filter(({ board }) => isQualifyingBoard(board)),
    }),
  }),
})

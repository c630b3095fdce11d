import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from './builder.ts'

/** Options of every argument `asOf`. Its description links to the page with the details. */
export const AS_OF_ARGUMENT = {
  type: 'Date',
  description:
    "At this UTC day's close ([as of a day](/docs/api#as-of-a-day)). Default: the current snapshot.",
} as const

/** Said of the time at which numbers were computed. */
export const COMPUTED = 'Time of computation; with `asOf`, the close of the day.'

/** The last event that an answer counts. */
export const CutoffType = builder.objectRef<Snapshot['cutoff']>('Cutoff').implement({
  description: "The last event included in an answer's numbers; later events do not affect them.",
  fields: (t) => ({
    block: t.exposeInt('block', {
      nullable: true,
      description: "The event's block number. Null if its source has none.",
    }),
    time: t.when('time', "The event's time, in UTC."),
  }),
})

/** The options of a field with the cutoff of an answer that takes `asOf`. */
export const CUTOFF = {
  type: CutoffType,
  description: 'The last event counted; with `asOf`, the close of the day.',
} as const

/** Said of alerts, which Pro callers see before the next snapshot. */
export const ALERT_CUTOFF =
  'The last event counted: for Pro the newest one of the ledger, otherwise that of the public snapshot. Null before there is one.'

builder.globalConnectionField('cutoff', (t) =>
  t.field({
    ...CUTOFF,
    nullable: true,
    description: `${CUTOFF.description} Null where the rows are the caller's own, and before there is an event.`,
    resolve: async ({ cutoff }) => (await cutoff?.()) ?? null,
  }),
)

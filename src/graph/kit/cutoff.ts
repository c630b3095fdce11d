import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from './builder.ts'

/** The last event that an answer counts. */
export const CutoffType = builder.objectRef<Snapshot['cutoff']>('Cutoff').implement({
  description: "The last event included in an answer's numbers; later events do not affect them.",
  fields: (t) => ({
    block: t.exposeInt('block', {
      nullable: true,
      description: "The event's block number. Null if its source has none.",
    }),
    time: t.expose('time', { type: 'DateTime', description: "The event's time, in UTC." }),
  }),
})

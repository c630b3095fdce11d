import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from './builder.ts'

/** The last event that an answer counts. */
export const CutoffType = builder.objectRef<Snapshot['cutoff']>('Cutoff').implement({
  description: 'The last event that the numbers count: what came later changes nothing in them.',
  fields: (t) => ({
    block: t.exposeInt('block', {
      nullable: true,
      description: "The event's block. Null when it came from a source that names no blocks.",
    }),
    time: t.expose('time', { type: 'DateTime', description: "The event's time." }),
  }),
})

import packageJson from '../../package.json' with { type: 'json' }
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { builder } from './kit/builder.ts'
import { CutoffType } from './kit/cutoff.ts'

const ServiceCoverageType = builder.objectRef<Snapshot>('ServiceCoverage').implement({
  description: 'How much of what traders did the ledger holds.',
  fields: (t) => ({
    traders: t.exposeInt('traders', { description: 'Traders with at least one event, 0 or more.' }),
    partialTraders: t.int({
      description: 'Those of them whose coverage is PARTIAL: shares left that the ledger had not seen come.',
      resolve: async (snapshot, _args, { loaders }) =>
        snapshot.partialTraders - (await loaders(snapshot).gaps()).partialToo,
    }),
    gapTraders: t.int({
      description: 'Those of them whose coverage is GAP: they moved shares that the ledger cannot name.',
      resolve: async (snapshot, _args, { loaders }) => (await loaders(snapshot).gaps()).traders.size,
    }),
  }),
})

const SnapshotInfoType = builder.objectRef<Snapshot>('SnapshotInfo').implement({
  description: 'One published computation of everything. All answers of a request come from one.',
  fields: (t) => ({
    id: t.exposeInt('id', { description: 'Its number, 1 or more; a newer snapshot has a larger one.' }),
    generatedAt: t.expose('generatedAt', { type: 'DateTime', description: 'When it was computed.' }),
    cutoff: t.field({
      type: CutoffType,
      description: 'The last event that it counts.',
      resolve: ({ cutoff }) => cutoff,
    }),
    firstDay: t.expose('firstDay', { type: 'Date', description: "The UTC day of the ledger's first event." }),
    events: t.exposeInt('events', { description: 'Ledger events that it counts, 0 or more.' }),
  }),
})

/** The service itself. Its parts are read field by field: name and version are there before any data is. */
export const ServiceType = builder.objectRef<Record<string, never>>('Service').implement({
  description: 'The service itself: what runs here, and how much it knows.',
  fields: (t) => ({
    name: t.string({ description: "The software's name.", resolve: () => packageJson.name }),
    version: t.string({
      description: "The software's version, as semantic versioning writes it.",
      resolve: () => packageJson.version,
    }),
    simulation: t.boolean({
      description:
        'True when the data is a simulation: invented traders and markets, for demonstration only.',
      resolve: async (_service, _args, { snapshot }) => (await snapshot()).simulated,
    }),
    cutoff: t.field({
      type: CutoffType,
      description: 'The last event that the current numbers count.',
      resolve: async (_service, _args, { snapshot }) => (await snapshot()).cutoff,
    }),
    coverage: t.field({
      type: ServiceCoverageType,
      description: 'How much of what traders did the ledger holds.',
      resolve: (_service, _args, { snapshot }) => snapshot(),
    }),
    snapshot: t.field({
      type: SnapshotInfoType,
      description: 'The snapshot that this request is answered from.',
      resolve: (_service, _args, { snapshot }) => snapshot(),
    }),
  }),
})

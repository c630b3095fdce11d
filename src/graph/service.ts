import packageJson from '../../package.json' with { type: 'json' }
import type { DayFacts } from '../store/markets/day-facts.ts'
import type { Snapshot } from '../store/snapshot/snapshot-reader.ts'
import { builder } from './kit/builder.ts'
import { LOOK_AT_ALL } from './kit/cost/query-cost.ts'
import { CutoffType } from './kit/cutoff.ts'

export const SERVICE = 'The service: software, data coverage, current snapshot, and facts of the last day.'
const DAY_VOLUME =
  'Traded volume in USD, as in `Market.volume`. Null if only some roles of the fills of a market are known.'
const COMPLETENESS = "How complete the ledger's history of traders is."

const ServiceCoverageType = builder.objectRef<Snapshot>('ServiceCoverage').implement({
  description: COMPLETENESS,
  fields: (t) => ({
    traders: t.count('traders', 'Traders with at least one event, {limits}.'),
    partialTraders: t.int({
      description:
        'Traders whose coverage is PARTIAL: the ledger did not see some shares arrive before they left.',
      resolve: async (snapshot, _args, { loaders }) =>
        snapshot.partialTraders - (await loaders(snapshot).gaps()).partialToo,
    }),
    gapTraders: t.int({
      description: 'Traders whose coverage is GAP: they moved shares of a market whose tokens are unknown.',
      resolve: async (snapshot, _args, { loaders }) => (await loaders(snapshot).gaps()).traders.size,
    }),
  }),
})

const SnapshotInfoType = builder.objectRef<Snapshot>('SnapshotInfo').implement({
  description: 'A snapshot: one published computation of every number. A request reads one snapshot.',
  fields: (t) => ({
    id: t.exposeInt('id', {
      limits: { minimum: 1 },
      description: "The snapshot's number, {limits}; newer snapshots have larger numbers.",
    }),
    generatedAt: t.when('generatedAt', 'Time of computation.'),
    cutoff: t.of(CutoffType, 'cutoff', 'The last event counted.'),
    firstDay: t.of('Date', 'firstDay', "The UTC day of the ledger's first event."),
    events: t.count('events', 'Ledger events counted, {limits}.'),
  }),
})

const ServiceDayType = builder.objectRef<DayFacts & Pick<Snapshot, 'newTraders'>>('ServiceDay').implement({
  description:
    'Sums over the markets with metadata, of the last whole UTC day up to the cutoff. Trades of markets that were resolved before the day before do not count.',
  fields: (t) => ({
    day: t.of('Date', 'day', 'The UTC day.'),
    volume: t.amount('volume', { nullable: true, description: DAY_VOLUME }),
    volumeDayBefore: t.amount('volumeDayBefore', {
      nullable: true,
      description: 'Volume of the UTC day before. Null if unknown, as with `volume`.',
    }),
    resolvedMarkets: t.count('resolved', 'Markets whose payouts became final on the day, {limits}.'),
    newTraders: t.count('newTraders', {
      nullable: true,
      description: 'Traders whose first position began on the day, {limits}. Null if unknown.',
    }),
  }),
})

/** The service. Its parts are read field by field, because name and version exist before any data does. */
export const ServiceType = builder.objectRef<Record<string, never>>('Service').implement({
  description: SERVICE,
  fields: (t) => ({
    name: t.text(() => packageJson.name, "The software's name."),
    version: t.text(() => packageJson.version, "The software's version (semantic versioning)."),
    simulation: t.flag(
      async (_service, _args, { snapshot }) => (await snapshot()).simulated,
      'True if the data is simulated, with invented traders and markets, for demonstration only.',
    ),
    cutoff: t.of(CutoffType, async (_service, _args, { snapshot }) => (await snapshot()).cutoff, {
      description: 'The last event counted in the current snapshot.',
    }),
    delay: t.int({
      description:
        'Minutes from an event until it may be in an answer to this caller. 0: answers are live. Otherwise the cutoff is up to a sixth of the delay older; before any snapshot is public, it is the close of an earlier day.',
      resolve: (_service, _args, { reader }) => reader.delay / 60,
    }),
    blockExplorer: t.text((_service, _args, { links }) => links.blockExplorer, {
      nullable: true,
      description:
        'Origin of the block explorer that the operator configured: a transaction is at its path `/tx/{hash}`. Null: none is.',
    }),
    coverage: t.of(ServiceCoverageType, (_service, _args, { snapshot }) => snapshot(), COMPLETENESS),
    day: t.field({
      type: ServiceDayType,
      complexity: LOOK_AT_ALL,
      description: 'Sums of the last whole UTC day up to the cutoff.',
      async resolve(_service, _args, { reader, snapshot }) {
        const shown = await snapshot()
        const facts = await reader.marketStore.dayFacts(shown, shown.cutoff.time)
        return { ...facts, newTraders: shown.newTraders }
      },
    }),
    openInterest: t.amount(async (_service, _args, { snapshot }) => (await snapshot()).openInterest, {
      nullable: true,
      description:
        'Value in USD of all shares held in unresolved markets: the sum of `Market.openInterest`, without shares at an unknown price and those of traders who opted out. Null before a snapshot of the newest events is public.',
    }),
    snapshot: t.of(SnapshotInfoType, (_service, _args, { snapshot }) => snapshot(), {
      description: 'The snapshot that answers this request.',
    }),
  }),
})

builder.queryField('service', (t) => t.of(ServiceType, () => ({}), SERVICE))

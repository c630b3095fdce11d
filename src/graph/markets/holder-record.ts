import DataLoader from 'dataloader'
import type { Day } from '../../ledger/quantities.ts'
import type { Snapshot } from '../../store/snapshot/snapshot-reader.ts'
import { builder } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { PAGE_READ } from '../kit/cost/query-cost.ts'
import { readBatch } from '../kit/loaders.ts'
import { dayOfSnapshot } from '../kit/market-page.ts'
import type { HeldPosition } from './holder-list.ts'
import { HolderRef } from './holders.ts'

/** Holders whose first days are read together: those of the largest page. */
const MOST_HOLDERS = 100

type OpenedDays = DataLoader<HeldPosition, Day | null, string>

const createLoaders = () => new Map<Snapshot, OpenedDays>()

/** The request's loader of the first days of holders' positions in a snapshot. */
function openedDays(snapshot: Snapshot, context: RequestContext): OpenedDays {
  const bySnapshot = context.own(createLoaders)
  const known = bySnapshot.get(snapshot)
  if (known !== undefined) return known
  const { marketStore } = context.reader
  const loader: OpenedDays = new DataLoader(
    readBatch('first days of positions', (positions: readonly HeldPosition[]) =>
      marketStore.openedDays(positions, dayOfSnapshot(snapshot), snapshot.ledgerVersion),
    ),
    { maxBatchSize: MOST_HOLDERS, cacheKeyFn: ({ trader, token }) => `${trader} ${token}` },
  )
  bySnapshot.set(snapshot, loader)
  return loader
}

builder.objectField(HolderRef, 'openedOn', (t) =>
  t.field({
    type: 'Date',
    nullable: true,
    complexity: PAGE_READ / 10,
    description: "The UTC day of the position's first event, such as its first purchase. Null if unknown.",
    resolve: ({ row, market: { snapshot } }, _args, context) => openedDays(snapshot, context).load(row),
  }),
)

import type { ObjectFieldBuilder } from '@pothos/core'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import { addressOf, type Day } from '../../ledger/quantities.ts'
import type { Snapshot, TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import { builder, type GraphSchemaTypes } from '../kit/builder.ts'
import type { RequestContext } from '../kit/context.ts'
import { textCost } from '../kit/cost/query-cost.ts'
import type { TraderProfile } from '../kit/loaders.ts'
import type { TierRule } from '../kit/tier-rule.ts'

/** Said of the badge of a public name. */
export const VERIFIED = 'True if the source of the public name marks it as verified.'

/** The options of a field with a trader's public name. */
export const PUBLIC_NAME = {
  complexity: textCost(TEXT_BOUNDS.name),
  nullable: true,
  description: 'The public name. Null if none is known.',
} as const

/**
 * The public texts about a trader.
 * @param traderOf null where the caller may not know the trader
 * @param rule who may have them @default the type's own rule
 */
export function identityFields<Row>(
  t: ObjectFieldBuilder<GraphSchemaTypes, Row>,
  traderOf: (row: Row) => Pick<TraderRow, 'username' | 'profileImage' | 'xUsername'> | null,
  rule: { tier?: TierRule<Row> } = {},
) {
  return {
    username: t.string({ ...PUBLIC_NAME, ...rule, resolve: (row) => traderOf(row)?.username ?? null }),
    profileImage: t.string({
      complexity: textCost(TEXT_BOUNDS.picture),
      nullable: true,
      ...rule,
      description: 'URL of the public profile picture, as its source gives it. Null if none is known.',
      resolve: (row) => traderOf(row)?.profileImage ?? null,
    }),
    xUsername: t.string({
      complexity: textCost(TEXT_BOUNDS.name),
      nullable: true,
      ...rule,
      description: "The trader's X handle, without the @. Null if none is known.",
      resolve: (row) => traderOf(row)?.xUsername ?? null,
    }),
  }
}

/** Whether the ledger is complete for a trader. */
export const CoverageEnum = builder.enumType('Coverage', {
  description: "Whether the ledger holds a trader's complete history.",
  values: {
    OK: { description: 'Complete as far as known: the ledger saw every share arrive before it left.' },
    PARTIAL: {
      description:
        'Shares left that the ledger had not seen arrive. They count with no profit, so profit can be too low or too high.',
    },
    GAP: {
      description:
        'An event moved shares of a market whose tokens the ledger does not know yet: ' +
        'the event is in no number. Takes precedence over PARTIAL.',
    },
  } as const,
})

/** Returns a trader's coverage in its snapshot, as `pequod verify` reports it for the same ledger. */
export function coverageOf(
  { row, numbers, snapshot }: TraderProfile,
  loaders: RequestContext['loaders'],
): Promise<'OK' | 'PARTIAL' | 'GAP'> {
  return coverageIn({ trader: row.id, isPartial: numbers.untracked > 0, snapshot }, loaders)
}

/** Returns the coverage of a trader by id. `isPartial` says whether it is not OK. */
export async function coverageIn(
  { trader, isPartial, snapshot }: { trader: number; isPartial: boolean; snapshot: Snapshot },
  loaders: RequestContext['loaders'],
): Promise<'OK' | 'PARTIAL' | 'GAP'> {
  const { traders } = await loaders(snapshot).gaps()
  return traders.has(trader) ? 'GAP' : isPartial ? 'PARTIAL' : 'OK'
}

/**
 * Returns the profiles of addresses (lower case) in their order; null for an invalid address, and for a
 * trader without an event in the snapshot. The newest snapshot is read unless `asOf` is given.
 */
export async function findTraders(
  texts: readonly string[],
  { loaders, snapshot }: Pick<RequestContext, 'loaders' | 'snapshot'>,
  asOf: Day | null = null,
): Promise<(TraderProfile | null)[]> {
  const { addresses, profiles } = loaders(await snapshot(asOf))
  return Promise.all(
    texts.map(async (text) => {
      const address = addressOf(text)
      const row = address && (await addresses.load(address))
      return row ? profiles.load(row.id) : null
    }),
  )
}

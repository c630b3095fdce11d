import type { ObjectFieldBuilder } from '@pothos/core'
import { TEXT_BOUNDS } from '../../ledger/bounds.ts'
import type { TraderRow } from '../../store/snapshot/snapshot-reader.ts'
import type { GraphSchemaTypes } from '../kit/builder.ts'
import { textCost } from '../kit/cost/query-cost.ts'
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

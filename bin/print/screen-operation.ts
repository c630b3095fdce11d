// Writes REST's operation of screens by the printed schema: every number of the registry is a column of its answer. `npm run codegen`
// prints the schema first.
import { readFileSync, writeFileSync } from 'node:fs'
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'

/** The file that it is printed into. */
export const SCREEN_OPERATION = new URL(
  '../../src/rest/operations/traders/screen-traders.graphql',
  import.meta.url,
)

/** The operation by the schema of today. */
export function screenOperation(): string {
  const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'))
  const numbers = Object.values((schema.getType('ScreenNumbers') as GraphQLObjectType).getFields())
  const fields = numbers.map(({ name, type }) =>
    isObjectType(getNamedType(type)) ? `  ${name} {\n    low\n    high\n  }\n` : `  ${name}\n`,
  )
  return `# Printed by bin/print/screen-operation.ts.
query ScreenTraders(
  $where: TraderWhere
  $orderBy: [TraderOrder!]
  $period: Period
  $from: Date
  $to: Date
  $category: MarketCategory
  $asOf: Date
  $compareTo: Date
  $limit: Int
  $cursor: String
) {
  traders(
    where: $where
    orderBy: $orderBy
    period: $period
    window: { from: $from, to: $to }
    category: $category
    asOf: $asOf
    compareTo: $compareTo
    first: $limit
    after: $cursor
  ) {
    edges {
      node {
        ...ScreenedTrader
      }
      rank
      score
      numbers {
        ...ScreenFields
      }
      other {
        ...ScreenFields
      }
      between {
        ...ScreenFields
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
    unknown
    notFound
    path
    truncated
    truncatedReason
    cutoff {
      block
      time
    }
  }
}

fragment ScreenedTrader on Trader {
  address
  username
  profileImage
  xUsername
  verifiedBadge
}

fragment ScreenFields on ScreenNumbers {
${fields.join('')}}
`
}

if (import.meta.main) writeFileSync(SCREEN_OPERATION, screenOperation())

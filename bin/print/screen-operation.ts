// Writes REST's operations of screens by the printed schema: every number of the registry is a column of their answers. `npm run codegen`
// prints the schema first.
import { readFileSync, writeFileSync } from 'node:fs'
import { buildSchema, type GraphQLObjectType, getNamedType, isObjectType } from 'graphql'

/** The file that it is printed into. */
export const SCREEN_OPERATION = new URL(
  '../../src/rest/operations/traders/screen-traders.graphql',
  import.meta.url,
)

const NAMES = '  address\n  username\n  profileImage\n  xUsername\n  verifiedBadge\n'

/** The operations by the schema of today. */
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
      ...ScreenedRow
      other {
        ...ScreenFields
      }
      between {
        ...ScreenFields
      }
    }
    ...ScreenPage
  }
}

query ScreenMembers($id: ID!, $asOf: Date, $limit: Int, $cursor: String) {
  screen(id: $id) {
    members(asOf: $asOf, first: $limit, after: $cursor) {
      edges {
        node {
          ...ScreenMember
        }
        ...ScreenedRow
      }
      ...ScreenPage
    }
  }
}

fragment ScreenedRow on TraderEdge {
  rank
  score
  numbers {
    ...ScreenFields
  }
}

fragment ScreenPage on TraderConnection {
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

fragment ScreenedTrader on Trader {
${NAMES}}

# A row's schema is named after its node's fragment.
fragment ScreenMember on Trader {
${NAMES}}

fragment ScreenFields on ScreenNumbers {
${fields.join('')}}
`
}

if (import.meta.main) writeFileSync(SCREEN_OPERATION, screenOperation())

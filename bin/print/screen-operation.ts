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

/** The page's operation, which asks for the columns that are chosen alone. */
export const PAGE_OPERATION = new URL('../../src/pages/traders/traders-page.graphql', import.meta.url)

function numbersOfScreens() {
  const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'))
  return Object.values((schema.getType('ScreenNumbers') as GraphQLObjectType).getFields())
}

/** Numbers of a row's badges, which every choice of columns asks for. */
const BADGES = new Set(['verdict', 'edge', 'edgeInterval', 'isBot', 'coverage'])

/** The page's operation by the schema of today. */
export function pageOperation(): string {
  const numbers = numbersOfScreens()
  const chosen = numbers.filter(({ name }) => !BADGES.has(name))
  const fields = numbers.map(({ name, type }) => {
    const choice = BADGES.has(name) ? '' : ` @include(if: $${name})`
    const ends = isObjectType(getNamedType(type)) ? ' {\n      low\n      high\n    }' : ''
    return `    ${name}${choice}${ends}\n`
  })
  return `# Printed by bin/print/screen-operation.ts.
query TradersPage(
  $where: TraderWhere
  $order: [TraderOrder!]
  $period: Period
  $from: Date
  $to: Date
  $category: MarketCategory
  $tag: String
  $asOf: Date
  $compareTo: Date
  $after: String
  $inCommon: Int = null
  $drawn: [TraderNumber!]! = []
${chosen.map(({ name }) => `  $${name}: Boolean = false\n`).join('')}) {
  traders(
    where: $where
    orderBy: $order
    period: $period
    window: { from: $from, to: $to }
    category: $category
    tag: $tag
    asOf: $asOf
    compareTo: $compareTo
    first: 25
    after: $after
  ) {
    path
    totalCount
    unknown
    notFound
    truncatedReason
    cutoff {
      time
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    edges {
      ...ScreenRow
    }
    inCommon(min: $inCommon) {
      ...HeldInCommon
    }
    distributions(of: $drawn) {
      ...NumberDistribution
    }
  }
}

fragment NumberDistribution on TraderDistribution {
  of
  known
  unknown
  bins {
    from
    to
    traders
  }
}

fragment HeldInCommon on SharedMarket {
  market {
    condition: id
    question
    slug
  }
  outcome {
    name
    index
  }
  holders
  value
  averagePrice
  price
  gap
}

fragment ScreenRow on TraderEdge {
  rank
  score
  between {
    pnl
  }
  node {
    address
    username
    verifiedBadge
  }
  numbers {
${fields.join('')}  }
}
`
}

/** The operations by the schema of today. */
export function screenOperation(): string {
  const fields = numbersOfScreens().map(({ name, type }) =>
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
  $tag: String
  $asOf: Date
  $compareTo: Date
  $limit: Int
  $cursor: String
  $inCommon: Int = null
) {
  traders(
    where: $where
    orderBy: $orderBy
    period: $period
    window: { from: $from, to: $to }
    category: $category
    tag: $tag
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
    inCommon(min: $inCommon) {
      ...SharedMarketFields
    }
  }
}

query ScreenMembers($id: ID!, $asOf: Date, $limit: Int, $cursor: String, $inCommon: Int = null) {
  screen(id: $id) {
    members(asOf: $asOf, first: $limit, after: $cursor) {
      edges {
        node {
          ...ScreenMember
        }
        ...ScreenedRow
      }
      ...ScreenPage
      inCommon(min: $inCommon) {
        ...SharedMarketFields
      }
    }
  }
}

fragment SharedMarketFields on SharedMarket {
  market {
    ...TradedMarket
  }
  outcome {
    ...OutcomeName
  }
  holders
  value
  averagePrice
  price
  gap
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

if (import.meta.main) {
  writeFileSync(SCREEN_OPERATION, screenOperation())
  writeFileSync(PAGE_OPERATION, pageOperation())
}

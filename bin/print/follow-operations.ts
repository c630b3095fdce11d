// Writes REST's operations about follows by the printed schema: each kind of follow brings its own rules. `npm run codegen` prints the
// schema first.
import { readFileSync, writeFileSync } from 'node:fs'
import {
  buildSchema,
  type GraphQLInputObjectType,
  type GraphQLInterfaceType,
  getNamedType,
  isObjectType,
} from 'graphql'

/** The file that they are printed into. */
export const FOLLOW_OPERATIONS = new URL(
  '../../src/rest/operations/watchlist/watchlist.graphql',
  import.meta.url,
)

/** The operations by the schema of today. */
export function followOperations(): string {
  const schema = buildSchema(readFileSync(new URL('../../schema/schema.graphql', import.meta.url), 'utf8'))
  const rules = Object.values((schema.getType('FollowTopicInput') as GraphQLInputObjectType).getFields())
  const follow = schema.getType('Follow') as GraphQLInterfaceType
  const shared = Object.keys(follow.getFields()).filter((name) => name !== 'kind')
  const own = schema.getPossibleTypes(follow).map((type) => {
    const fields = Object.values(type.getFields()).filter(
      ({ name, type: of }) => !(name in follow.getFields()) && !isObjectType(getNamedType(of)),
    )
    return `  ... on ${type.name} {\n${fields.map(({ name }) => `    ${name}\n`).join('')}  }\n`
  })
  return `# Printed by bin/print/follow-operations.ts.
query Watchlist($kind: FollowKind, $limit: Int, $cursor: String) {
  viewer {
    follows(kind: $kind, first: $limit, after: $cursor) {
      edges {
        node {
          ...FollowFields
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}

query WatchedTopic($topic: String!) {
  viewer {
    follow(topic: $topic) {
      ...FollowFields
    }
  }
}

mutation Follow(
${rules.map(({ name, type }) => `  $${name}: ${type}\n`).join('')}) {
  follow(
    input: {
      topic: {
${rules.map(({ name }) => `        ${name}: $${name}\n`).join('')}      }
    }
  ) {
    follow {
      ...FollowFields
    }
  }
}

mutation Unfollow($topic: String!) {
  unfollow(input: { topic: $topic }) {
    topic
    wasFollowed
  }
}

fragment FollowFields on Follow {
  type: __typename
${shared.map((name) => `  ${name}\n`).join('')}${own.join('')}}
`
}

if (import.meta.main) writeFileSync(FOLLOW_OPERATIONS, followOperations())

import { SIMULATION_NOTICE } from './page.ts'

/** A prepared tab of GraphiQL. */
export interface ExampleTab {
  query: string
  variables: string
  headers: string
}

interface Example {
  comment: string
  query: string
  variables: Readonly<Record<string, unknown>>
}

const EXAMPLES: readonly Example[] = [
  {
    comment: 'The best traders of the last 30 days. Press Ctrl-Enter to run.',
    query: `query Leaderboard($id: String!, $limit: Int) {
  leaderboard(id: $id, limit: $limit) {
    title
    cutoff {
      time
    }
    entries {
      rank
      username
      address
      pnl
      roi
      winRate
      volume
    }
  }
}`,
    variables: { id: 'pnl-30d', limit: 10 },
  },
  {
    comment: 'The best three of all time, with their profiles.',
    query: `query Profiles($id: String!) {
  leaderboard(id: $id, limit: 3) {
    entries {
      rank
      trader {
        address
        username
        memberSince
        pnl
        realizedPnl
        unrealizedPnl
        winRate
        winRateInterval {
          low
          high
        }
        ranks {
          leaderboard
          rank
          entryCount
        }
        week: stats(period: DAYS_7) {
          pnl
          tradeCount
        }
      }
    }
  }
}`,
    variables: { id: 'pnl-all' },
  },
  {
    comment: 'Traders by the start of an address, or a part of a name.',
    query: `query Search($query: String, $after: String) {
  traders(query: $query, first: 10, after: $after) {
    edges {
      node {
        address
        username
        pnl
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}`,
    variables: { query: '0x' },
  },
  {
    comment: 'What the numbers were computed from.',
    query: `query Service {
  service {
    name
    version
    simulation
    cutoff {
      block
      time
    }
    coverage {
      traders
      partialTraders
    }
  }
}`,
    variables: {},
  },
]

/** The tabs that GraphiQL opens with; each says in its first line when the data is simulated. */
export function exampleTabs(simulated: boolean): ExampleTab[] {
  const notice = simulated ? `# ${SIMULATION_NOTICE}\n` : ''
  return EXAMPLES.map(({ comment, query, variables }) => ({
    query: `${notice}# ${comment}\n${query}\n`,
    variables: JSON.stringify(variables, null, 2),
    headers: '{}',
  }))
}

/** The lines are short, because the editor does not wrap and this must be read whole. */
const SIMULATED = '# Simulated data: every trader, market and\n# trade here is invented.\n'

interface ExampleTab {
  query: string
  headers: string
}

interface Example {
  comment: string
  query: string
}

const EXAMPLES: readonly Example[] = [
  {
    comment: 'The best traders of 30 days. Ctrl-Enter runs the query.',
    query: `query Leaderboard {
  leaderboard(id: "pnl-30d") {
    title
    cutoff {
      time
    }
    entries(first: 10) {
      nodes {
        rank
        username
        address
        pnl
        roi
        winRate
        volume
      }
    }
  }
}`,
  },
  {
    comment: 'The best traders of all time, with their profiles.',
    query: `query Profiles {
  leaderboard(id: "pnl-all") {
    entries(first: 3) {
      nodes {
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
            leaderboard {
              id
              title
            }
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
  }
}`,
  },
  {
    comment:
      'Skill or luck? `analytics` is null until you sign in: put\n' +
      '# {"X-API-Key": "…"} into Headers below, with the free key\n' +
      '# that the service printed when it started.',
    query: `query Analytics {
  leaderboard(id: "sharpe-all") {
    entries(first: 3, where: { isBot: false }) {
      nodes {
        rank
        value
        trader {
          username
          pnl
          maxDrawdown
          botProbability
          analytics(period: ALL) {
            strategy {
              name
              rule
            }
            skill {
              verdict
              units
              edge
              edgeInterval {
                low
                high
              }
              edgeQValue
            }
            attribution {
              byCategory {
                name
                pnl
                edgeOverBaseline
                confidence
              }
            }
            insufficient
          }
        }
      }
    }
  }
}`,
  },
  {
    comment:
      'Whale Radar: large fills of the best traders. Delayed,\n' +
      '# rounded and without names, until {"X-API-Key": "…"} in\n' +
      '# Headers below holds the Pro key that the service printed.',
    query: `query Whales {
  whaleAlerts(first: 10) {
    edges {
      node {
        label
        username
        side
        outcome
        market {
          question
        }
        category
        usd
        price
        time
        timePrecision
        qualifying
        markAfterDay
      }
    }
  }
  whaleRadarRecord {
    cutoff {
      time
    }
    all {
      alerts
      decided
      hitRate
      impliedRate
      markoutAfterDay
    }
  }
}`,
  },
  {
    comment: 'Smart money: the most profitable traders against prices.',
    query: `query SmartMoney {
  smartMoney(cohort: TOP_PNL) {
    cohortSize
    snapshotDate
    weeklyPick {
      question
      side
      price
      yesShare
      divergence
      members
    }
    categories {
      category
      markets
      value
      yesShare
      divergence
    }
  }
}`,
  },
  {
    comment: 'Traders by address or name.',
    query: `query Search {
  traders(where: { query: "0x1" }, first: 10) {
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
  },
  {
    comment: 'The source of the numbers.',
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
  },
]

/**
 * Returns the tabs that GraphiQL opens with. Their arguments are in the query, because GraphiQL does not fill
 * in the variables of a prepared tab. The first line of each says when the data is simulated.
 */
export function exampleTabs(simulated: boolean): ExampleTab[] {
  const notice = simulated ? SIMULATED : ''
  return EXAMPLES.map(({ comment, query }) => ({
    query: `${notice}# ${comment}\n${query}\n`,
    headers: '{}',
  }))
}

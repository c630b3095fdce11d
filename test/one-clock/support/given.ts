import { DAY_SECONDS, type Day, dayOf, dayText } from '../../../src/ledger/quantities.ts'
import { LEADERBOARDS } from '../../../src/metrics/leaderboards.ts'
import { isWholeLane } from '../../support/lane.ts'
import { type Names, NEW_MARKET, NEWCOMER, NEWCOMER_NAME, UNTRADED_MARKET } from './names.ts'
import type { Given } from './questions.ts'

/** Lists of files with another site's view of a wallet: of its position in a market, and of a trade there. */
function views(wallet: string, market: Names['markets'][number] | undefined): string[] {
  const place = { proxyWallet: wallet, conditionId: market?.condition, asset: market?.tokens[0] }
  const trade = { ...place, type: 'TRADE', side: 'BUY', timestamp: 1, size: 5, usdcSize: 2, price: 0.4 }
  return [{ ...place, cashPnl: 1 }, trade].map((row) => JSON.stringify([JSON.stringify([row])]))
}

/**
 * The values of every parameter, from what the common snapshot names, and what comes after it. A parameter is found by the
 * word before it in its path (`market.id` of `/v1/market/{id}/holders`), by its field in GraphQL, or by its name alone.
 */
export function givenBy(names: Names, isEveryDay = isWholeLane): Given {
  const { cutoff, firstTime, traders, usernames, markets, events, trades, alerts } = names
  const [last, first] = [dayOf(cutoff), dayOf(firstTime)]
  // Each day is computed for each world: a few are enough before each commit.
  const all = isEveryDay ? range(first, last + 1) : [last + 1, last, last - 1, last - 4, first]
  const days = all.toSorted((a, b) => b - a).map(dayText)
  const times = [cutoff - DAY_SECONDS, cutoff, cutoff + 1_800].map(
    (time) => `${new Date(time * 1_000).toISOString().slice(0, 19)}Z`,
  )
  const [address = '', second = ''] = traders
  const [market, other] = markets
  const resolved = markets.find(({ isOpen }) => !isOpen)
  const conditions = [market, other, resolved].flatMap((one) => one?.condition ?? [])
  const marketNames = [...conditions, NEW_MARKET.condition, UNTRADED_MARKET.condition]
  const eventNames = events.slice(0, 2).map(({ id }) => id)
  const boards = ['pnl-7d', ...LEADERBOARDS.map(({ id }) => id)]
  const topics = [
    `wallet:${address}`,
    `market:${market?.condition}`,
    'leaderboard:pnl-7d',
    `event:${events[0]?.id}`,
    'trades:all',
    'screen:0123456789abcdefghijkl',
    'rule:0123456789abcdefghijkl',
  ]
  const words = ['', 'will', '0x', usernames[0]?.slice(0, 4) ?? '', NEWCOMER_NAME, NEWCOMER, 'latecomer win']
  return {
    address: [address, second, NEWCOMER],
    subject: ['trader', 'market', 'alert'],
    'explain.id': [address, NEWCOMER],
    ...Object.fromEntries(
      ['', '/v1'].map((door) => [`${door}/explain/:subject/:id/:metric.id`, [address, NEWCOMER]]),
    ),
    metric: ['pnl', 'win-rate', 'pnl-rank', 'volume'],
    // The same numbers of other subjects, each with its own id.
    'explain.others': [
      ...conditions.flatMap((id) =>
        ['volume', 'open-interest', 'holders'].map((metric) =>
          JSON.stringify({ subject: 'market', id, metric }),
        ),
      ),
      ...alerts.slice(0, 2).map((id) => JSON.stringify({ subject: 'alert', id, metric: 'conditions' })),
    ],
    'reconcile.trader': [address, NEWCOMER],
    'proof.trader': [address, NEWCOMER],
    day: days.slice(0, 2),
    'reconcile.files': views(address, market),
    'reconcile.columns': ['pnl=gain'],
    step: ['start', 'wins', 'base/bought'],
    // No trial is there: an example ends twice the delay before the newest event.
    'lab.id': ['0123456789abcdefghijkl'],
    'Backtest.id': ['0123456789abcdefghijkl'],
    'BacktestStream.id': ['0123456789abcdefghijkl'],
    'BacktestCopies.id': ['0123456789abcdefghijkl'],
    'backtest.id': ['0123456789abcdefghijkl'],
    'RegisteredRule.id': ['0123456789abcdefghijkl'],
    'RuleEntries.id': ['0123456789abcdefghijkl'],
    'registeredRule.id': ['0123456789abcdefghijkl'],
    'rules.id': ['0123456789abcdefghijkl'],
    'alertProof.alert': alerts.slice(0, 2),
    '/log/alert/:alert.alert': alerts.slice(0, 2),
    '/log/rule/:rule.rule': ['0123456789abcdefghijkl'],
    skip: ['0'],
    // The log of days is empty: entries are made by a command, of days that are over for everybody.
    entry: ['0'],
    tree: ['0', '1'],
    chunk: ['0'],
    'traders.where': [
      '{"pnl":{"min":0},"volume":{"min":100}}',
      `{"among":["${address}","${NEWCOMER}"]}`,
      '{"query":"0x"}',
    ],
    ...Object.fromEntries(
      ['/leaderboard/:id', '/embed/leaderboard/:id'].flatMap((page) => [
        [`${page}.order`, ['roi:desc', 'trade_count:asc']],
        [`${page}.where`, ['{"roi":{"min":0}}']],
      ]),
    ),
    'leaderboard.where': ['{"volume":{"min":100},"isBot":false}', '{"winRate":{"min":0.5}}'],
    'traders.order': ['volume', 'pnl*0.5,roi*0.5'],
    'traders.columns': ['pnl,edge_interval,strategy'],
    ...Object.fromEntries(
      ['markets', 'listMarkets', 'Markets', '/markets'].flatMap((list) => [
        [
          `${list}.where`,
          [
            '{"volume":{"min":100}}',
            '{"openInterest":{"known":true}}',
            '{"price":{"max":0.5}}',
            '{"status":["OPEN"]}',
          ],
        ],
        [`${list}.order`, ['volume_7d:desc,price', 'move_24h']],
        [`${list}.orderBy`, ['[{"by":"OPEN_INTEREST"}]', '[{"by":"PRICE_CHANGE","direction":"ASC"}]']],
      ]),
    ),
    '/markets.orderBy': ['open_interest', 'price_change:asc'],
    'Query.markets.where': [
      '{ volume: { min: 100 } }',
      '{ openInterest: { known: true } not: { price: { max: 0.5 } } }',
      '{ status: [OPEN] category: [SPORTS] }',
      `{ query: "${words[0]}" }`,
    ],
    'Query.markets.orderBy': [
      '{ by: PRICE_CHANGE }',
      '[{ by: VOLUME_7D, weight: 1 }, { by: PRICE, weight: 2 }]',
    ],
    'Event.markets.orderBy': ['{ by: OPEN_INTEREST }'],
    'positions.where': [
      '{"value":{"min":1}}',
      `{"market":["${market?.condition}","${NEW_MARKET.condition}"]}`,
      `{"trader":["${address}","${NEWCOMER}"]}`,
    ],
    'Query.positions.where': [
      '{ value: { min: 1 } }',
      `{ market: ["${market?.condition}"] pnl: { min: 0 } }`,
      `{ trader: ["${address}", "${NEWCOMER}"] }`,
    ],
    ...oneScreen('traders', days, { period: '7d', category: 'sports' }),
    ...oneScreen('screenTraders', days, { period: '7d', category: 'sports' }),
    ...oneScreen('ScreenTraders', days, { period: 'DAYS_7', category: 'SPORTS' }),
    'trader.address': [address, second, NEWCOMER],
    '/trader/:address.address': [address, second, usernames[0] ?? '', NEWCOMER, NEWCOMER_NAME],
    'leaderboard.id': boards,
    ...(isEveryDay ? {} : { 'leaderboard.category': ['sports', 'crypto'] }),
    'market.id': marketNames,
    'event.id': [...eventNames, 'late-event'],
    'EventIfWins.id': eventNames,
    'whales.id': [...alerts.slice(-2), alerts[0] ?? ''],
    'wallets.id': [address, NEWCOMER],
    'markets.id': [market?.condition ?? '', NEW_MARKET.condition],
    'leaderboards.id': ['pnl-7d'],
    'trades.id': ['all', market?.condition ?? ''],
    'events.id': eventNames,
    'whaleAlert.id': [...alerts.slice(-2), alerts[0] ?? ''],
    'node.id': [
      address,
      NEWCOMER,
      ...conditions,
      NEW_MARKET.condition,
      `event:${eventNames[0]}`,
      'pnl-7d',
      'volume-all',
      ...trades,
      `${address}:${market?.tokens[0]}`,
      `${NEWCOMER}:${NEW_MARKET.tokens[0]}`,
      ...alerts.slice(-2),
      `${address}@${days[1]}`,
      `${market?.condition}@${days[2]}`,
    ],
    ids: [[address, market?.condition, NEWCOMER, 'pnl-7d'].join()],
    'smartMoneyMarket.id': marketNames.slice(0, 1),
    slug: [market?.slug ?? '', NEW_MARKET.slug],
    'event.slug': [events[0]?.slug ?? ''],
    topic: topics,
    // A single one first: it is a list, too, where a question names it by itself.
    'compare.traders': [address, `${address},${second}`, `${address},${NEWCOMER}`],
    traders: [`${address},${second}`, `${address},${NEWCOMER}`],
    t: [`${address},${second}`, NEWCOMER],
    'sitemap.part': ['pages.xml', 'markets.xml', 'traders-1.xml', 'traders-2.xml'],
    query: words,
    q: words,
    time: times,
    market: [market?.condition ?? '', NEW_MARKET.condition],
    trader: [address, NEWCOMER],
    outcome: ['0', '1'],
    limit: ['3'],
    first: ['3'],
    last: ['3'],
    since: [days[1] ?? '', days[3] ?? ''],
    'docs.name': ['methodology'],
    '/docs/:name.md.name': ['methodology'],
    '/docs/:name.py.name': ['pequod'],
    type: ['Trader'],
    weeks: ['1', '4'],
    days: ['1', '7'],
    minVolume: ['100'],
    'trades.minUsd': ['1000', '5000'],
    '/tape.minUsd': ['1000', '5000'],
    'signs.minUsd': ['1000'],
    'Tape.minUsd': ['1000'],
    'TradeSigns.minUsd': ['1000'],
    'tradeSigns.minUsd': ['1000'],
    'trades.category': ['sports', 'politics,crypto'],
    '/tape.category': ['sports', 'politics,crypto'],
    event: eventNames,
    'TradeWhere.minUsd': ['1000'],
    'TradeWhere.board': ['{ id: "pnl-7d" top: 5 }'],
    'TradeWhere.any': ['{ side: BUY }'],
    'TradeWhere.screen': ['"0123456789abcdefghijkl"'],
    'PositionWhere.screen': ['"0123456789abcdefghijkl"'],
    screen: ['0123456789abcdefghijkl'],
    'TradeWhere.members': ['AT_TRADE'],
    members: ['now'],
    year: ['2026'],
    also: [second, NEWCOMER],
    min: ['1'],
    inCommon: ['1', '2'],
    ...Object.fromEntries(
      ['SavedScreen.members', 'members', 'listScreenMembers', 'ScreenMembers'].map((place) => [
        `${place}.asOf`,
        days.slice(1, 2),
      ]),
    ),
    'screens.id': ['0123456789abcdefghijkl'],
    'screen.id': ['0123456789abcdefghijkl'],
    'savedScreen.id': ['0123456789abcdefghijkl'],
    'screenMembers.id': ['0123456789abcdefghijkl'],
    'exports.id': ['0123456789abcdefghijkl'],
    'export.id': ['0123456789abcdefghijkl'],
    // One pass computes all numbers: a few conditions of each kind are enough.
    'Query.traders.where': [
      '{ pnl: { min: 0 } volume: { min: 100 } }',
      '{ query: "0x" not: { tradeCount: { min: 5 } } }',
      `{ among: ["${address}", "${NEWCOMER}"] }`,
      '{ board: { id: "pnl-7d" } }',
      `{ holds: { market: "${market?.condition}" value: { min: 1 } } }`,
    ],
    'Leaderboard.entries.where': ['{ volume: { min: 100 } isBot: false }', '{ winRate: { min: 0.5 } }'],
    'Query.traders.orderBy': ['{ by: VOLUME }', '[{ by: PNL, weight: 1 }, { by: ROI, weight: 2 }]'],
    'Query.traders.window': [`{ from: "${days[2]}" }`],
    'Query.traders.period': ['DAYS_7'],
    'Query.traders.category': ['SPORTS'],
    'Query.traders.asOf': days.slice(1, 2),
    compareTo: days.slice(2, 3),
    signs: ['big-for-market'],
    without: ['twin'],
    hindsight: ['before-a-move', 'before-resolution'],
    add: [address.slice(0, 8)],
    change: ['opened', 'closed,reduced'],
    maxUsd: ['5000'],
    minPrice: ['0.2'],
    minImpact: ['0.01'],
    maxPrice: ['0.8'],
    tag: ['sports'],
    minMarketHours: ['24'],
    board: ['pnl-7d'],
    any: ['[{"side":"BUY"}]'],
    top: ['5'],
    minUsd: ['10'],
    DateTime: times,
    asOf: days,
    from: days.slice(1, 3),
    to: days.slice(0, 3),
    'movers.from': times.slice(0, 1),
    'movers.to': times.slice(-1),
    'trades.from': times,
    'trades.to': times,
    '/tape.from': times,
    '/tape.to': times,
    'prices.from': times,
    'prices.to': times,
  }
}

/** One window of each kind: each is a pass of its own over everybody's days. */
function oneScreen(
  place: string,
  days: readonly string[],
  { period, category }: { period: string; category: string },
): Given {
  return {
    [`${place}.period`]: [period],
    [`${place}.category`]: [category],
    [`${place}.asOf`]: days.slice(1, 2),
    [`${place}.from`]: days.slice(2, 3),
    [`${place}.to`]: days.slice(1, 2),
  }
}

function range(from: Day, to: Day): Day[] {
  return Array.from({ length: to - from + 1 }, (_, i) => from + i)
}

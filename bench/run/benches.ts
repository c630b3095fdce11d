import { LOAD_BENCHES } from '../load/benches.ts'
import { MARKET_BENCHES } from '../market/benches.ts'
import type { Bench } from './bench.ts'

const MILLIONS = ['1000000', '3000000', '10000000']
const BY_THE_CLOCK = /ratio ([\d.]+) \([\d.]+ to [\d.]+\) by the clock/.source

/** Profiled at 500 fills/s with nothing beside it. */
const FAN_OUT =
  'an event takes some 0.06 ms of the processor for each stream, so that 2,000 streams get the two alerts of one block within 240 ms: 30 % of it is the write to the socket, 10 % garbage collection, most of the rest the promises between the feed and the socket (a profile).'

/** Every benchmark, in the order of the page. */
export const BENCHES: readonly Bench[] = [
  {
    name: 'hot',
    title: 'A leaderboard from memory against bare node:http',
    shows:
      '`/v1/leaderboard/pnl-7d`, 100 rows, 50 connections: the service with its limiter and headers, and node:http sending the same bytes and doing nothing else.',
    script: 'read/hot.ts',
    tinyRuns: [['1', '1']],
    minutes: 8,
    aims: ['identity', 'br'].flatMap((encoding) => [
      {
        what: `requests/s of bare node:http's, ${encoding}`,
        figure: new RegExp(`hot, ${encoding}: bare [\\d,]+ .*${BY_THE_CLOCK}`),
        least: 0.85,
        bound:
          'who asks, the limit and some twenty headers cost the same however few bytes are sent, and bare node:http has none of them: against 9 KB they weigh more than against 42 KB. Most of the rest is writing to the socket.',
      },
      {
        what: `p99 of bare node:http's, ${encoding}`,
        figure: new RegExp(`hot, ${encoding}: bare [\\d,]+ .* p99 ([\\d.]+) \\([\\d.]+ to [\\d.]+\\) ×`),
        most: 2,
      },
    ]),
  },
  {
    name: 'graphql',
    title: 'The same leaderboard computed, against stock graphql-yoga',
    shows:
      'GraphQL POST, no answer kept: the service, and graphql-yoga without plugins over the same resolvers and store.',
    script: 'read/graphql.ts',
    tinyRuns: [['1', '1']],
    minutes: 5,
    aims: [
      {
        what: "requests/s of graphql-yoga's",
        figure: new RegExp(`graphql: ${BY_THE_CLOCK}`),
        least: 2,
        bound:
          'the limiter, the headers and the HTTP layer, which stock yoga has none of, take some third of a request; the rest is flat: statements, the writing of JSON, garbage collection, the resolvers (a profile).',
      },
    ],
  },
  {
    name: 'screen',
    title: 'A screen of everybody',
    shows: 'Three ranges and one order over 1 M traders in memory, and the sums of the same four columns.',
    script: 'read/screen.ts',
    tinyRuns: [['20000', '3']],
    minutes: 3,
    aims: [
      {
        what: 'time of reading the four columns once',
        figure: /screen: three ranges and one order .* ratio ([\d.]+)/,
        most: 5,
      },
    ],
  },
  {
    name: 'cold-board',
    title: 'A leaderboard that is asked for first',
    shows:
      'The first request for a leaderboard of 100 rows among 1 M fills: the numbers that ordered it alone, and all that REST shows.',
    script: 'read/cold-board.ts',
    tinyRuns: [['10000', '1']],
    minutes: 4,
    aims: [
      {
        what: 'ms for the numbers that ordered it',
        figure: /^cold board, the numbers that ordered it: ([\d,.]+)/m,
        most: 50,
      },
      {
        what: 'ms for all by REST',
        figure: /^cold board, all by REST: ([\d,.]+)/m,
        most: 50,
        bound:
          'the drawdown, win rate and markets of a trader follow from all of its days: the first 100 of this board have 82,000, and reading them as columns alone takes 140 ms of CPU.',
      },
    ],
  },
  {
    name: 'mercurius',
    title: 'The same leaderboard computed, against Mercurius with jit',
    shows:
      'GraphQL POST, no answer kept: the service with its limits and headers, and Mercurius with none over the same schema, resolvers and store.',
    script: 'peers/mercurius.ts',
    tinyRuns: [['1', '1']],
    minutes: 5,
    aims: [
      {
        what: "requests/s of Mercurius's",
        figure: new RegExp(`mercurius: ${BY_THE_CLOCK}`),
        least: 1,
        bound:
          'admission, headers and hooks, which Mercurius has none of, and the garbage that they leave; the resolvers, the text of the answer and its writing take either as long (a profile of both).',
      },
    ],
  },
  {
    name: 'postgraphile',
    title: 'Profiles and positions on PostgreSQL, against PostGraphile 5',
    shows:
      'GraphQL POST: a leaderboard with 100 profiles, and 25 profiles with 25 positions each, asked of the service, and of PostGraphile over the same traders and tables of their numbers and positions; and the statements that each sends for a request.',
    script: 'peers/postgraphile.ts',
    tinyRuns: [['1', '1']],
    minutes: 8,
    aims: [
      ['100 profiles', 'profiles'],
      ['25 profiles with positions', 'positions'],
    ].map(([what, title]) => ({
      what: `${what}, requests/s of PostGraphile's`,
      figure: new RegExp(`${title}: ${BY_THE_CLOCK}`),
      least: 2,
    })),
  },
  {
    name: 'limits',
    title: 'The limiter and API keys',
    shows: 'A small GraphQL query with an API key and the limiter, in memory and in Redis, and with neither.',
    script: 'read/limits.ts',
    minutes: 4,
    aims: [
      { what: 'in memory, of neither', figure: /limiter in memory, ([\d.]+) ×/, least: 0.85 },
      { what: 'in Redis, of neither', figure: /limiter in Redis, ([\d.]+) ×/, least: 0.6 },
      { what: 'MiB for a million callers', figure: /limits: ([\d.]+) MiB for a million/, most: 210 },
    ],
  },
  {
    name: 'identify',
    title: 'What it costs to tell who asks',
    shows: 'Microseconds a request: nobody, an API key, and bearer tokens by algorithm, new and remembered.',
    script: 'read/identify.ts',
    minutes: 3,
  },
  {
    name: 'while-writing',
    title: 'Reads while the store is written to',
    shows:
      '200 requests/s of an idle store, and while another process ingests and refreshes without a pause, on SQLite and PostgreSQL.',
    script: 'write/while-writing.ts',
    tinyRuns: [['1', '1']],
    minutes: 8,
  },
  {
    name: 'workers',
    title: 'Two processes against one',
    shows:
      '`pequod serve --workers 2` and `--workers 1`: a leaderboard computed by GraphQL, and by REST from memory.',
    script: 'read/workers.ts',
    tinyRuns: [['1', '1']],
    minutes: 6,
  },
  {
    name: 'ingest',
    title: 'Ingest and first refresh on SQLite',
    shows:
      'A file of FILL lines, and a bare prepared insert of the same rows into one table without an index.',
    script: 'write/ingest.ts',
    runs: [['1000000']],
    tinyRuns: [['10000']],
    minutes: 8,
    aims: [
      {
        what: "events/s of the bare insert's rows/s",
        figure: /^ratio +([\d.]+)/m,
        least: 0.35,
        bound:
          'writing: with its one index a row takes 5.2 µs where the bare insert takes 3.3, and each fill brings 0.6 position days and 0.4 positions to be upserted.',
      },
      { what: 'peak MiB', figure: /^ingest .* peak ([\d,]+) MiB/m, most: 600 },
    ],
  },
  ...LOAD_BENCHES,
  ...MARKET_BENCHES,
  {
    name: 'postgres',
    title: 'Ingest and first refresh on PostgreSQL',
    shows: 'A file of FILL lines, a bare COPY of the same rows, and the same ingest on SQLite.',
    script: 'write/postgres.ts',
    runs: [['300000']],
    tinyRuns: [['10000']],
    minutes: 10,
  },
  {
    name: 'refresh',
    title: 'A refresh after a little against the first one',
    shows: 'Two worlds, refreshed after 1 % more fills, 0.01 % more, and an hour of the next day.',
    script: 'write/refresh.ts',
    runs: [['300000']],
    tinyRuns: [['20000']],
    minutes: 20,
    isLong: true,
  },
  {
    name: 'growth-sqlite',
    title: 'Ingest and refresh as a ledger grows, SQLite',
    shows:
      "A crowd's ledger of 1, 3 and 10 million fills: seconds and seconds a million by step, and peak memory.",
    script: 'worlds/crowd.ts',
    runs: [MILLIONS],
    tinyRuns: [['10000', '30000']],
    minutes: 120,
    isLong: true,
  },
  {
    name: 'growth-postgres',
    title: 'Ingest and refresh as a ledger grows, PostgreSQL',
    shows: '1, 3 and 10 million FILL lines, each against a bare COPY and SQLite.',
    script: 'write/postgres.ts',
    runs: MILLIONS.map((lines) => [lines]),
    tinyRuns: [['10000'], ['30000']],
    minutes: 120,
    isLong: true,
  },
  {
    name: 'growth-ingest',
    title: 'Ingest as a file grows, SQLite',
    shows: '3 and 10 million FILL lines: the rate of the first and of the last million.',
    script: 'write/ingest.ts',
    runs: MILLIONS.slice(1).map((lines) => [lines]),
    tinyRuns: [['10000']],
    minutes: 60,
    isLong: true,
  },
  {
    name: 'foresight',
    title: 'Days of foresight',
    shows: 'Made for a whole ledger, and brought up to date after 1,000 fills.',
    script: 'write/foresight.ts',
    tinyRuns: [['20000']],
    minutes: 8,
    isLong: true,
  },
  {
    name: 'open-lots',
    title: 'A position with many open lots',
    shows: 'A fill of a position with 100,000 open lots, and of one with few.',
    script: 'write/open-lots.ts',
    tinyRuns: [['1000']],
    minutes: 2,
    aims: ['purchase', 'sale'].map((what) => ({
      what: `a ${what}, of many open lots against few`,
      figure: new RegExp(`${what}: .* ([\\d.]+) ×`),
      most: 1.3,
    })),
  },
  {
    name: 'redact',
    title: 'What it costs to withhold',
    shows: '1,000 rows served to whom they are withheld from, and the same rows to Pro.',
    script: 'read/redact.ts',
    tinyRuns: [['5']],
    minutes: 4,
  },
  {
    name: 'decode',
    title: 'Decoding and folding chain logs',
    shows: "Our decoder against viem's, and the fold in memory.",
    script: 'write/decode.ts',
    minutes: 4,
  },
  {
    name: 'rpc',
    title: 'Reading from a node',
    shows: 'Logs of a local node read into events, and the bare eth_getLogs.',
    script: 'write/rpc.ts',
    minutes: 4,
  },
  {
    name: 'live',
    title: 'From a fill to its subscribers',
    shows:
      '100 and 500 fills/s into a ledger and 2,000 streams of another process: alone, and while snapshots are published, a midnight passes and a day is sealed.',
    script: 'write/live.ts',
    tinyRuns: [['40', '200', '4']],
    minutes: 10,
    isLong: true,
    aims: [100, 500].flatMap((rate) =>
      [
        ['alone', 'alone: fill to subscriber,'],
        ['during a publish', 'publishing: fill to subscriber during a publish:'],
        ['from midnight to its publish', 'publishing: fill to subscriber from midnight to its publish:'],
        ['during a seal', 'publishing: fill to subscriber during a seal:'],
      ].map(([phase, words]) => ({
        what: `${rate} fills/s, ${phase}, p99 from a fill to its subscriber, in milliseconds`,
        figure: new RegExp(`live, ${rate} fills/s, ${words} .*p99 ([\\d,]+) ms`),
        most: 250,
        ...(rate === 500 && phase === 'alone' && { bound: FAN_OUT }),
      })),
    ),
  },
  {
    name: 'delivery',
    title: 'Webhooks',
    shows: 'From the outbox to the answer, and the same posts without a store.',
    script: 'write/delivery.ts',
    minutes: 4,
  },
  {
    name: 'delay',
    title: 'What the public delay costs',
    shows:
      '100,000 traders, 50 fills/s for 90 minutes that are counted, not waited for, with a publication each 10 s of the last 20: the same store with a delay of an hour and without, and the same requests without a key and with Pro.',
    script: 'write/delay.ts',
    tinyRuns: [['500', '1', '2']],
    minutes: 30,
    isLong: true,
    aims: [
      { what: 'MiB of a kept snapshot', figure: /kept snapshots, ([\d.]+) MiB each/, most: 20 },
      { what: 'MiB of row versions for an hour', figure: /row versions ([\d.]+) MiB/, most: 60 },
      { what: 'MiB of row versions for a day, at most', figure: /for a day (\d+) MiB/, most: 200 },
      { what: 'CPU of publishing with the delay over without', figure: /ratio ([\d.]+) of all/, most: 1.1 },
      ...['board', 'profile', 'market', 'holders'].map((what) => ({
        what: `${what}: median CPU without a key over Pro`,
        figure: new RegExp(`delay: ${what}: .*, ratio ([\\d.]+) \\(`),
        most: 1.1,
      })),
    ],
  },
  {
    name: 'waits',
    title: 'Undoing, resolving and folding again beside another writer',
    shows:
      'The longest wait of another process that writes, during an undo in a market of 100,000 holders, its resolution, a late event of the busiest trader, a fold by other rules, and publishing.',
    script: 'write/waits.ts',
    tinyRuns: [['20000', '5000']],
    minutes: 12,
    aims: [
      'undo of two blocks',
      'resolution',
      'undo of the resolution',
      'late event of the busiest trader',
      'publish on the next day',
      'fold by other rules',
    ].map((what) => ({
      what: `${what}, milliseconds that another writer waits`,
      figure: new RegExp(`waits: ${what}: another writer waited (\\d+) ms`),
      most: 100,
    })),
  },
  {
    name: 'watchers',
    title: 'Ten thousand watchers of one wallet and one leaderboard',
    shows:
      'From a fill, and from a snapshot, to the last follower’s webhook, the same posts without a store, and ingest with and without watchers.',
    script: 'write/watchers.ts',
    runs: [['sqlite'], ['postgres']],
    minutes: 4,
    tinyRuns: [
      ['sqlite', '200'],
      ['postgres', '200'],
    ],
    aims: ['sqlite', 'postgres'].flatMap((engine) =>
      ['fill committed', 'snapshot published'].map((what) => ({
        what: `${engine}, ms from ${what} to message received, p99`,
        figure: new RegExp(`${engine}, ${what} to message received: .* p99 ([\\d,]+) ms`),
        most: 5_000,
        bound:
          'every round of sending, of one or two hundred messages, searches all 10,000 channels for those with one due: on PostgreSQL, of all statements that takes the longest by far (a profile). A snapshot is looked for once a second, a fill four times.',
      })),
    ),
  },
  {
    name: 'watched-markets',
    title: 'Ten thousand followed markets',
    shows:
      'A look that finds 100 new fills, by how many markets are followed, and where one fill comes a day late.',
    script: 'write/watched-markets.ts',
    tinyRuns: [['200']],
    minutes: 4,
  },
  {
    name: 'skill',
    title: 'Skill told from luck',
    shows: 'Planted traders over many seeds: how many are found, and how many are called skilled wrongly.',
    script: 'read/skill.ts',
    tinyRuns: [['5', '1']],
    minutes: 40,
    isLong: true,
  },
  {
    name: 'smart-money',
    title: 'Smart money',
    shows:
      'A week over 20,000 markets; and whether the opportunities beat the prices, with informed traders and without.',
    script: 'read/smart-money.ts',
    tinyRuns: [['1']],
    minutes: 40,
    isLong: true,
  },
]

import type { Aim, Bench } from '../run/bench.ts'

const count = (number: number) => number.toLocaleString('en')

/** The aims of publishing with a number of traders. */
function publishAims(traders: number): Aim[] {
  const rows: [string, string, number, bound?: string][] = [
    [
      'after 30 fills, the time to sort a column',
      'after 30 fills .* ms, ([\\d,.]+) × the sort',
      10,
      'building the standings of four periods from all traders is the largest part, an eighth (a profile).',
    ],
    [
      'next day, the time after 30 fills',
      'on the next day .* ms, ([\\d,.]+) × that',
      5,
      'counting again the 5,600 traders that boards show, whose windows all moved (a quarter of it), reading the days that left a window (a sixth), ranking, and the prices of the starts of windows (a twelfth each).',
    ],
    [
      'as of another day, the time after 30 fills',
      'as of a day .* ms, ([\\d,.]+) × that',
      2,
      "streaming all days up to the day takes two thirds; with the windows' columns alone it would still be three times a publish.",
    ],
    ...['window', 'category'].map((what): [string, string, number] => [
      `a ${what} never asked for, the processor time of the first publish`,
      `a ${what} never asked for .*, ([\\d.]+) × the first`,
      1.5,
    ]),
    ...['after 30 fills', 'on the next day', 'as of a day'].map((what): [string, string, number] => [
      `${what}, milliseconds that another writer waits longer`,
      `${what}.* when idle: ([\\d,]+) ms more`,
      250,
    ]),
  ]
  return rows.map(([what, figure, most, bound]) => ({
    what: `${count(traders)} traders, ${what}`,
    figure: new RegExp(`publish, ${count(traders)} traders: ${figure}`),
    most,
    ...(bound !== undefined && { bound }),
  }))
}

const [SMALL, LARGE] = [100_000, 1_000_000]
const PUBLISH = {
  script: 'market/publish.ts',
  shows:
    'Traders with three open positions each: a publish after 30 new fills, on the next day and as of a day, in one process, against sorting one column of as many values as traders; with the wait of another process that writes.',
}
/** Profiles of the cold and warm requests for four periods and for analytics. */
const BUSIEST_BOUND =
  "reading the trader's own events of the day takes a quarter, the last prices of its open outcomes a tenth, SQLite in all 42 % (a profile); the longer answer is written and hashed besides."
const QUESTIONS = ['four periods', 'analytics', 'series', 'trades', 'ranks', 'profile by REST']

const MILLION = 1_000_000

/** The benches of snapshots at a market's size: publishing, asking of one trader, following a stream. */
export const MARKET_BENCHES: readonly Bench[] = [
  {
    name: 'publish',
    title: 'Publishing while a ledger grows',
    ...PUBLISH,
    runs: [[String(SMALL)]],
    tinyRuns: [['1000']],
    minutes: 15,
    aims: publishAims(SMALL),
  },
  {
    name: 'tape',
    title: 'The tape, and signs of its trades',
    shows:
      'Fills of a demo world: the pass that computes signs against the import, and pages of the tape anywhere in it against the first.',
    script: 'market/tape.ts',
    runs: [[String(MILLION)]],
    tinyRuns: [['20000', '2']],
    minutes: 15,
    aims: [
      {
        what: 'processor time of signs, of that of the import',
        figure: /signs .*, ([\d.]+) × the import/,
        most: 0.15,
      },
      {
        what: 'processor time of the slowest page, of the first',
        figure: /slowest page ([\d.]+) × the first/,
        most: 2,
      },
    ],
  },
  {
    name: 'publish-large',
    title: "Publishing while a ledger grows, at a market's size",
    ...PUBLISH,
    runs: [[SMALL, LARGE].map(String)],
    tinyRuns: [['1000', '2000']],
    minutes: 90,
    isLong: true,
    aims: [
      ...publishAims(LARGE),
      {
        what: `${count(LARGE)} traders, the time for each of them with ${count(SMALL)}`,
        figure: new RegExp(`after 30 fills ([\\d.]+) × as long for each trader as with ${count(SMALL)}`),
        most: 1.1,
      },
    ],
  },
  {
    name: 'lists',
    title: 'Pages of the largest lists against the first of the median one',
    shows:
      'Holders and top traders of a market with 100,000 holders, and trades of a trader with 100,000 fills, by GraphQL: the list asked first by a new process, again, and after new fills.',
    script: 'market/lists.ts',
    tinyRuns: [['2000']],
    minutes: 15,
    aims: ['holders', 'trades']
      .flatMap((list) => [
        ...['cold', 'warm'].map((state) => ({
          what: `${list}, ${state}, of the median one's time`,
          figure: new RegExp(`^${list} of .*, ${state}: .* ratio ([\\d.,]+)`, 'm'),
          most: 3,
        })),
        {
          what: `${list}, statements of the largest`,
          figure: new RegExp(`^${list} of .*, (\\d+) for the largest`, 'm'),
          most: 4,
        },
      ])
      .concat(
        ['holders by profit', 'top traders by profit', 'top traders by volume'].map((list) => ({
          what: `${list}, warm, of the median one's time`,
          figure: new RegExp(`^${list} of .*, warm: .* ratio ([\\d.,]+)`, 'm'),
          most: 3,
          bound:
            'the market is read once, and a page is picked by a look at the number of each of its positions.',
        })),
      ),
  },
  {
    name: 'busiest',
    title: 'The busiest trader against the median one',
    shows:
      'A trader of 100,000 fills in 2,000 markets beside one of 30 in the same store: each question asked first after a new snapshot, and again and again.',
    script: 'market/busiest.ts',
    tinyRuns: [['5000', '2']],
    minutes: 12,
    aims: QUESTIONS.flatMap((name) => [
      {
        what: `${name}, cold, of the median trader's time`,
        figure: new RegExp(`busiest, ${name}: cold .*?, ([\\d,.]+) \\([^)]*\\) × \\(aim 3\\)`),
        most: 3,
        bound: BUSIEST_BOUND,
      },
      {
        what: `${name}, warm, of the median trader's time`,
        figure: new RegExp(`busiest, ${name}: .*warm .*?, ([\\d,.]+) \\([^)]*\\) × \\(aim 1.2\\)`),
        most: 1.2,
        bound: BUSIEST_BOUND,
      },
    ]),
  },
  {
    name: 'stream',
    title: 'Following a stream while others ask',
    shows:
      'What `pequod follow` runs reads 500 fills a second off Anvil, over a midnight and a seal, and publishes every 20 seconds, while 200 requests a second and 20 streams of alerts are served.',
    script: 'market/stream.ts',
    tinyRuns: [['1000', '10']],
    minutes: 20,
    isLong: true,
    aims: [
      { what: 'seconds of the longest publish', figure: /the longest ([\d,.]+) s \(aim 20\)/, most: 20 },
      ...['', ' during a publish', ' from midnight to its publish', ' during a seal'].map((phase) => ({
        what: `p99 from a fill to its subscriber${phase}, in milliseconds`,
        figure: new RegExp(`fill to subscriber${phase}[,:] .*p99 ([\\d,]+) ms, .*aim`),
        most: 250,
      })),
    ],
  },
  {
    name: 'lab',
    title: 'Trials of rules over three years',
    shows:
      'Twenty named wallets, forty of them, and the weekly top twenty of a board over a ledger of three years, without random draws and with them; and requests of a service of the same store beside a trial. Making the ledger takes most of the time.',
    script: 'market/lab.ts',
    runs: [['10000000']],
    tinyRuns: [['20000', '2']],
    minutes: 120,
    isLong: true,
    aims: [
      { what: 'twenty wallets without draws, seconds', figure: /twenty wallets: ([\d.]+) s/, most: 5 },
      {
        what: 'the weekly top twenty without draws, seconds',
        figure: /weekly top twenty: ([\d.]+) s/,
        most: 30,
      },
      {
        what: 'the weekly top twenty with its draws, seconds',
        figure: /weekly top twenty: .* to read\), ([\d.]+) s/,
        most: 180,
      },
      {
        what: 'p99 of requests beside a trial, of that alone',
        figure: /beside a trial, ([\d.]+) ×/,
        most: 1.5,
      },
    ],
  },
  {
    name: 'roots',
    title: 'The log of days',
    shows:
      'Traders with three open positions each: the trees and the entry of a closed day against the publish before it, the same day again, and short proofs.',
    script: 'market/roots.ts',
    runs: [['100000', '1000000']],
    tinyRuns: [['1000']],
    minutes: 10,
    isLong: true,
    aims: [100_000, 1_000_000].flatMap((traders) => [
      {
        what: `${count(traders)} traders, sealing a day, the time of a publish`,
        figure: new RegExp(`roots, ${count(traders)} traders: .* ms, ([\\d.]+) × the publish`),
        most: 2,
      },
      {
        what: `${count(traders)} traders, a short proof, milliseconds`,
        figure: new RegExp(`roots, ${count(traders)} traders: .* a short proof ([\\d.,]+)`),
        most: 100,
      },
    ]),
  },
  {
    name: 'present',
    title: 'The memory of who publishes',
    shows:
      'A generated present of 2,000,000 traders with 10,000,000 open positions in the arrays of the publisher: what it takes, and the passes of a publish over it but for the store, against sorting one column of as many values as traders.',
    script: 'market/present.ts',
    tinyRuns: [['20000']],
    minutes: 10,
    isLong: true,
    aims: [
      {
        what: 'the passes of a publish, the time to sort a column',
        figure: /a publish but for the store .* ms, ([\d,.]+) × the sort/,
        most: 20,
      },
    ],
  },
]

import type { Aim, Bench } from '../run/bench.ts'

const count = (rows: number) => rows.toLocaleString('en')

/** The expected maximum per row in each world. */
const EXPECTED = {
  crowd: { times: 6, seconds: 20, bytes: 150 },
  market: { times: 4, seconds: 9, bytes: 110 },
} as const

/** Profiles of 1 M and 3 M fills in the market's shape, and `dbstat` of 300,000. */
const BOUNDS = {
  time: 'of the load DuckDB takes 43 % (decoding, hashes, two orders), the fold and its writes 44 %; of the refresh numbers of traders with tests of skill and cohorts of weeks take 40 %, signs of trades 29 %, foresight 12 %, boards 9 % (at a million rows).',
  bytes:
    'hashes take 48, events and days in files 39, positions with their indexes 15, foresight with its index 5, the first snapshot and the rest 13.',
}

/** The aims of a size, and of its rate against a smaller one's. */
function aims(rows: number, world: keyof typeof EXPECTED, smaller: number | null = null): Aim[] {
  const line = `load, ${count(rows)} rows:`
  const { times, seconds, bytes } = EXPECTED[world]
  return [
    {
      what: 'the processor time of DuckDB alone',
      figure: /and ([\d,.]+) × by processor time, /,
      most: times,
      bound: BOUNDS.time,
    },
    {
      what: 'CPU seconds a million, raw files to snapshot',
      figure: /by processor time, ([\d,.]+) CPU seconds/,
      most: seconds,
      bound: BOUNDS.time,
    },
    { what: 'peak MiB of the load', figure: /load [\d,.]+ s, peak ([\d,]+) MiB/, most: 4_096 },
    {
      what: 'bytes a fill, hashes and snapshot',
      figure: /its snapshot: ([\d,.]+) bytes a fill/,
      most: bytes,
      bound: BOUNDS.bytes,
    },
    {
      what: 'milliseconds that another writer waits longer',
      figure: /when idle: ([\d,]+) ms more/,
      most: 100,
    },
    ...(smaller === null
      ? []
      : [
          {
            what: `of the rate of ${count(smaller)} rows`,
            figure: new RegExp(`its rate is ([\\d.]+) × that of ${count(smaller)} rows`),
            least: 0.8,
          },
        ]),
  ].map((aim) => ({
    ...aim,
    what: `${count(rows)} rows, ${aim.what}`,
    figure: new RegExp(`${line} .*${aim.figure.source}`),
  }))
}

const SHOWS =
  'Generated Parquet as data sets have it, taken in, published and asked for: against DuckDB alone reading, coding and sorting the same file in two orders; with memory, room, and the wait of another process that writes.'
const [SMALL, MIDDLE, LARGE] = [300_000, 10_000_000, 100_000_000]

/** The benches of a ledger in columns: sealing, loading, and what is left of either when it is killed. */
export const LOAD_BENCHES: readonly Bench[] = [
  {
    name: 'seal',
    title: 'Sealing settled fills',
    shows:
      'A store of plain fills on SQLite: how fast they become segments, the room that they take before and after, and how long another process that writes waits meanwhile.',
    script: 'load/seal.ts',
    runs: [['1000000']],
    tinyRuns: [['10000']],
    minutes: 6,
    aims: [
      {
        what: 'bytes a fill, hashes and both orders',
        figure: /bytes a fill as a row, ([\d.]+) sealed/,
        most: 120,
      },
      { what: 'bytes a fill without hashes', figure: /sealed, ([\d.]+) without hashes/, most: 50 },
      {
        what: 'milliseconds that another writer waits longer',
        figure: /when idle: (\d+) ms more/,
        most: 250,
      },
    ],
  },
  {
    name: 'stage',
    title: 'Staging the fills of downloaded tables',
    shows:
      'The same generated fills in each layout of tables: the processor time to decode and settle them out of the files, before they are coded and sorted.',
    script: 'load/stage.ts',
    runs: [['1000000']],
    tinyRuns: [['10000']],
    minutes: 6,
  },
  {
    name: 'load',
    title: 'From a downloaded history to a served snapshot',
    shows: SHOWS,
    script: 'load/load.ts',
    runs: [[String(SMALL)]],
    tinyRuns: [['10000', '20000']],
    minutes: 15,
    aims: aims(SMALL, 'crowd'),
  },
  {
    name: 'load-market',
    title: "From a downloaded history to a served snapshot, in the market's shape",
    shows: `${SHOWS} Few traders with many fills each, five to six a position, with splits, merges and redemptions.`,
    script: 'load/load.ts',
    runs: [['--market', String(SMALL)]],
    tinyRuns: [['--market', '10000']],
    minutes: 15,
    aims: aims(SMALL, 'market'),
  },
  {
    name: 'load-large',
    title: "From a downloaded history to a served snapshot, at a market's size",
    shows: SHOWS,
    script: 'load/load.ts',
    // The smallest tells how long the next would take.
    runs: [[SMALL, MIDDLE, LARGE].map(String)],
    tinyRuns: [['10000', '20000']],
    minutes: 150,
    isLong: true,
    aims: [...aims(MIDDLE, 'crowd'), ...aims(LARGE, 'crowd', MIDDLE)],
  },
  {
    name: 'load-postgres',
    title: 'From a downloaded history to a served snapshot, on PostgreSQL',
    shows: SHOWS,
    script: 'load/load.ts',
    runs: [['--postgres', String(SMALL), String(MIDDLE)]],
    tinyRuns: [['--postgres', '10000']],
    minutes: 100,
    isLong: true,
    aims: aims(MIDDLE, 'crowd'),
  },
  {
    name: 'kills',
    title: 'Killed while it loads, seals and publishes',
    shows:
      'Killed at 50 random moments on each store, and run again to the end: every file and table is compared with those of an uninterrupted run.',
    script: 'load/kills.ts',
    runs: [['50']],
    tinyRuns: [['2']],
    minutes: 30,
    isLong: true,
    aims: [{ what: 'stores that differ in anything', figure: /kills: (\d+) of \d+ tests failed/, most: 0 }],
  },
]

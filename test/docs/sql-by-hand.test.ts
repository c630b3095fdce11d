import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Where SQL is written by hand, by reason: files and folders of `src`. Everything else is said by `statement`. */
const BY_HAND = {
  'the engines: bulk statements, catalogues, locks, partitions': ['store/engine/', 'migrations/'],
  'columns that the caller names': ['store/ingest/dictionary.ts'],
  'DuckDB, over sealed and downloaded files, and to sort': [
    'sources/history/',
    'store/export/',
    'store/load/',
    'numbers/days/foresight-write.ts',
  ],
  'sealed files and histories, beside rows': ['store/ledger/'],
  'sums and windows over many tables': [
    'store/markets/',
    'store/verify/',
    'whales/alerts/radar-record.ts',
    'whales/alerts/check-alerts.ts',
    'store/snapshot/missing-metadata.ts',
  ],
  'windows over staged rows': ['sources/files/ingest-data-api.ts', 'numbers/publish/address-order.ts'],
  'rows behind a place in two columns, and a byte order': [
    'numbers/inputs/labels-by-unit.ts',
    'store/trades/whole-trades.ts',
  ],
  'conditions that several statements share': ['store/opted-out.ts', 'whales/alerts/alert-chain.ts'],
  "PostgreSQL's own functions": ['whales/live/alert-notices.ts', 'cli/checks/'],
  'not moved yet': ['follows/wallets/wallet-effects.ts'],
}
const SQL = /\bSELECT [^=]|\bINSERT INTO\b|\bDELETE FROM\b|\bUPDATE \S+ SET\b/
const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm

test('SQL is written by hand only in the listed places', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .filter((file) => SQL.test(readFileSync(`src/${file}`, 'utf8').replaceAll(COMMENT, '')))
  const places = Object.values(BY_HAND).flat()
  expect(files.filter((file) => !places.some((place) => file.startsWith(place)))).toEqual([])
  expect(places.filter((place) => !files.some((file) => file.startsWith(place)))).toEqual([])
})

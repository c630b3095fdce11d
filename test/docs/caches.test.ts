import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { keptIn } from './support/kept-in.ts'
import { pageText } from './support/pages.ts'

/** Collections that outlive a call without being caches: they hold no copy of the store or of a calculation. */
const NO_CACHES: Readonly<Record<string, readonly string[]>> = {
  'what is going on: counts, queues, connections, requests under way': [
    'access/limits/rate-limit.ts',
    'graph/kit/field-limit.ts',
    'mcp/mcp-sessions.ts',
    'numbers/as-of/as-of-queue.ts',
    'numbers/profiles/create-reader.ts underway',
    'rest/formats/format.ts',
    'server/graphql/register-web-socket.ts',
    'server/http/admission.ts underWay',
    'server/workers/worker-channel.ts',
    'server/workers/worker-channel.ts',
    'server/workers/worker-channel.ts',
    'server/workers/worker-pool.ts',
    'store/markets/market-book.ts underway',
    'store/trades/lot-record.ts underway',
    'ledger/lots.ts heaps',
    'store/snapshot/read-as-of.ts paid',
    'streams/event-feed.ts streams',
    'streams/interest.ts',
    'streams/standing-feed.ts streams',
    'streams/progress-feed.ts streams',
    'access/limits/stream-slots.ts',
    'thread.ts',
    'delivery/delivery-slots.ts',
    'whales/live/alert-feed.ts',
  ],
  'what an object carries beside it': [
    'answers/answer-cache.ts owners',
    'execute/operation.ts numbers',
    'graph/kit/cost/query-cost.ts',
    'server/http/admission.ts links',
    'server/metrics/count-requests.ts',
    'rest/register-rest.ts shared',
    'server/replays.ts pending',
    'store/ledger/sealed/sealed-files.ts opened',
  ],
  'lists of the program, filled when it starts': ['server/http/create-http.ts'],
  'the functions that caches are made by': [
    'execute/operation.ts LRUCache',
    'server/app.ts answers',
    'store/snapshot/keep-newest.ts',
  ],
  'one request': [
    'graph/kit/context.ts',
    'graph/kit/loaders.ts',
    'graph/markets/flow.ts',
    'graph/markets/holder-list.ts',
    'graph/kit/market-page.ts',
    'graph/markets/prices.ts',
    'graph/screen/screen-query.ts',
    'graph/screen/trader-connection.ts',
    'graph/traders/market-links.ts',
    'graph/trades/tape.ts',
    'graph/traders/trades/trade.ts reads',
    'pages/kit/tables.ts files',
    'numbers/profiles/profile-view.ts',
    'numbers/profiles/trader-profile.ts',
    'numbers/screen/board-where.ts',
  ],
  'one calculation, load, fold or command': [
    'store/ingest/whole-trade-rows.ts',
    'chain/transfers.ts',
    'cli/chain-node.ts',
    'cli/refusals.ts',
    'follows/followers.ts',
    'lab/decisions.ts',
    'lab/fills.ts',
    'lab/orders.ts',
    'lab/tape.ts',
    'lab/wallet.ts',
    'ledger/fill-batch.ts',
    'numbers/analytics/behaviour-sums.ts',
    'numbers/analytics/period-record.ts',
    'numbers/boards/trader-scores.ts',
    'smart-money/cohort-stances.ts',
    'tape/signs/sign-events.ts',
    'roots/prove.ts',
    'sources/history/stage-fills.ts',
    'sources/rpc/block-events.ts',
    'store/ingest/fold-session.ts',
    'store/ingest/link-tokens.ts',
    'store/ingest/price-day-rows.ts',
    'store/ingest/volume-day-rows.ts',
    'store/ledger/ledger-changes.ts',
    'store/load/write-range.ts',
    'store/trades/fill-effects.ts',
    'store/verify/signed-balances.ts',
  ],
}

/** `file name` of each line of the table. */
function listed(): string[] {
  const lines = pageText('CONTRIBUTING.md').split('## Caches')[1]?.split('\n## ')[0]?.split('\n') ?? []
  return lines.flatMap((line) => {
    const [file, ...names] = [...(line.split('|')[1] ?? '').matchAll(/`([^`]+)`/g)].map(([, word]) => word)
    return file?.endsWith('.ts') ? names.map((name) => `${file} ${name}`) : []
  })
}

const FOUND = found()

function found(): string[] {
  const files = globSync('src/**/*.ts').filter((file) => !file.includes('.generated.'))
  return files.flatMap((file) => {
    const name = file.replace(/^src\//, '')
    return keptIn(file, readFileSync(file, 'utf8')).map((one) => `${name} ${one.name}`)
  })
}

it('lists every cache of the code, and none besides', () => {
  const others = Object.values(NO_CACHES).flat()
  const isOther = (one: string) => others.some((place) => one.startsWith(place))
  const caches = [...new Set(FOUND)].filter((one) => !isOther(one))
  expect(caches.sort()).toEqual(listed().sort())
})

it('knows no place that holds nothing any more', () => {
  const idle = Object.values(NO_CACHES)
    .flat()
    .filter((place) => !FOUND.some((one) => one.startsWith(place)))
  expect(idle).toEqual([])
})

it.each([
  ['const known = new Map()', ['known']],
  ['function make() { const known = new Map(); return (key) => known.get(key) }', ['known']],
  [
    'function make() { const known = new Map(); const get = (key) => known.get(key); return { get } }',
    ['known'],
  ],
  ['class Names { #known = new Map() }', ['known']],
  ['const read = keepNewest((id) => id, 3)', ['read']],
  [
    'function sum(list) { const seen = new Set(); for (const one of list) seen.add(one); return seen.size }',
    [],
  ],
  ['function sum(list) { const seen = new Set(); return list.map((one) => seen.add(one)) }', []],
  ['const known = new Map([[1, 2]])', []],
])('finds in %s: %j', (code, names) => {
  expect(keptIn('code.ts', code).map(({ name }) => name)).toEqual(names)
})

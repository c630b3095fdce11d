import { EXIT_STATUSES } from './exit-status.ts'

function examples(lines: readonly string[], note = ''): string {
  return ['', 'Examples:', ...lines.map((line) => `  ${line}`), ...(note === '' ? [] : ['', note])].join('\n')
}

/** Ends the help of `pequod serve`. */
export const SERVE_EXAMPLES = examples([
  'pequod serve --demo',
  'PORT=8080 HOST=0.0.0.0 pequod serve',
  'DATABASE_URL=postgres://localhost/pequod REDIS_URL=redis://localhost pequod serve --workers 4',
])

/** Ends the help of `pequod completion`. */
export const COMPLETION_EXAMPLES = examples([
  'source <(pequod completion bash)                                    in ~/.bashrc',
  'source <(pequod completion zsh)                                     in ~/.zshrc, after compinit',
  'pequod completion fish > ~/.config/fish/completions/pequod.fish     once',
])

/** Ends the help of `pequod`. */
export const PROGRAM_EXAMPLES = examples(
  [
    'pequod serve --demo                    look around in a simulated world',
    'pequod fetch 0xe1df720a8b4dfc8c5ad4f185941355244b312524   import a real wallet, or',
    'pequod ingest activity activity.json   import activity from files,',
    'pequod refresh                         compute the numbers,',
    'pequod serve                           and serve them',
    'pequod mcp                             offer them to an AI assistant as tools',
    'pequod doctor                          see what is missing',
  ],
  [
    'Environment variables configure the rest: DATABASE_URL (sqlite:pequod.db), PORT (4000), HOST (127.0.0.1), LOG_LEVEL and more.',
    '',
    'Exit status:',
    ...EXIT_STATUSES.map(({ status, meaning }) => `  ${status.padEnd(10)}${meaning}`),
  ].join('\n'),
)

/** Ends the help of `pequod ingest`. */
export const INGEST_EXAMPLES = examples(
  [
    'pequod ingest activity wallet-1.json wallet-2.csv',
    'pequod ingest gamma markets.json',
    'pequod ingest activity --wallet 0x00000000000000000000000000000000000c0ffe history.csv',
    'GAMMA_URL=https://gamma-api.polymarket.com pequod ingest gamma --missing',
    'zstd -dc events.jsonl.zst | pequod ingest events --strict -',
    'pequod ingest history data/polymarket',
  ],
  'Importing a file twice changes nothing. An invalid line is reported and skipped, and the exit status is 1.',
)

/** Ends the help of the commands that print the service's answers. */
export const READ_EXAMPLES = examples(
  [
    'pequod board pnl-7d',
    'pequod board pnl-7d --where \'{"isBot":false,"winRate":{"min":0.6}}\'',
    'pequod board roi-30d --limit 5 --as-of 2026-02-14 --json',
    'pequod trader 0x00000000000000000000000000000000000c0ffe',
    'pequod explain trader 0x00000000000000000000000000000000000c0ffe pnl --period 30d',
    'pequod reconcile positions.json closed-positions.json',
    'pequod lots 0x00000000000000000000000000000000000c0ffe --year 2026 --method hifo',
    'pequod traders --period 90d --order roi:desc --where \'{"units":{"min":30}}\'',
    'pequod market 0x00000000000000000000000000000000000000000000000000000000000c0ffe --limit 25',
    'PEQUOD_API_KEY=pq_live_… pequod traders --order roi:desc --format csv --columns rank,address,numbers.roi > traders.csv',
    'pequod positions --min-value 10000 --category politics --order pnl',
    'pequod markets --order move_24h --category politics',
    'PEQUOD_API_KEY=pq_live_… pequod whales --server https://pequod.example',
  ],
  'They print what the service returns to the account of PEQUOD_API_KEY, or to anonymous callers without it.',
)

/** Ends the help of `pequod stream`. */
export const STREAM_EXAMPLES = examples(
  [
    'pequod stream trades --server http://127.0.0.1:4000 --min-usd 10000 --category politics',
    'pequod stream prices --server http://127.0.0.1:4000 --market 0x00000000000000000000000000000000000000000000000000000000000c0ffe --json',
  ],
  'After a cut they reconnect and go on after the last message. With --json each message is a line, whose cursor is the value of --cursor.',
)

/** Ends the help of `pequod export events`. */
export const EXPORT_EXAMPLES = examples([
  'pequod export events ledger.jsonl',
  'pequod export events | gzip > ledger.jsonl.gz',
])

/** Ends the help of `pequod export trades`. */
export const TABLE_EXAMPLES = examples([
  'pequod export trades --format parquet --out trades.parquet',
  'pequod export trades --format csv --from 2026-02-01 --to 2026-02-28 | zstd > february.csv.zst',
  'pequod export trades --format ndjson --trader 0x00000000000000000000000000000000000c0ffe --out -',
])

/** Ends the help of `pequod accounts`. */
export const ACCOUNT_EXAMPLES = examples([
  'pequod accounts create ishmael --tier free',
  'pequod accounts set-tier ishmael pro',
  'pequod accounts list --json',
])

/** Ends the help of `pequod keys`. */
export const KEY_EXAMPLES = examples([
  'pequod keys create --account ishmael --name laptop',
  'pequod keys create --account ishmael --name ci --expires 2027-12-31 --json',
  'pequod keys list --account ishmael',
  'pequod keys rotate 3 --account ishmael --grace-hours 48',
  'pequod keys revoke 3 --account ishmael',
])

/** Ends the help of `pequod watchlist`. */
export const WATCHLIST_EXAMPLES = examples([
  'pequod watchlist add 0x00000000000000000000000000000000000c0ffe --account alice --min-usd 1000',
  'pequod watchlist add pnl-7d --account alice --top 25',
  'pequod watchlist add white-whale-march --account alice --above 0.6 --holder-share 0.2',
  'pequod watchlist list --account alice',
])

/** Ends the help of `pequod screens`. */
export const SCREEN_EXAMPLES = examples([
  'pequod screens save Careful --account alice --order roi:desc --where \'{"units":{"min":30}}\'',
  'pequod screens list --account alice',
  'pequod screens show 0123456789abcdefghijkl --in-common 5',
  'pequod stream standings --screen 0123456789abcdefghijkl --server http://127.0.0.1:4000',
])

/** Ends the help of `pequod backtest`. */
export const BACKTEST_EXAMPLES = examples(
  ['pequod backtest rule.yaml', 'pequod backtest rule.yaml --json | jq .verdict'],
  [
    'A rule, whose other fields have defaults (docs/api.md):',
    '  universe: { leaderboard: copyable-all, top: 20, chosen: WEEK }',
    '  delay: [30, 300]',
    '  size: { usd: 100 }',
    '  from: 2026-01-05',
    '  to: 2026-03-01',
  ].join('\n'),
)

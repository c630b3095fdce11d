import { Argument, type Command, Option } from 'commander'
import { fieldsOfDoor, type TradeField, type TradeFieldKind } from '../../graph/trades/trade-fields.ts'
import type { CommandContext } from '../command-context.ts'
import { READ_EXAMPLES, STREAM_EXAMPLES } from '../examples.ts'
import { AS_OF, JSON_OPTION, ORDER, PERIOD, rowCount, SERVER, WHERE } from '../options.ts'
import type { StreamName } from './read-stream.ts'
import { amount, filterOptions, flagOf, MARKET_FILTERS, POSITION_FILTERS } from './where-options.ts'

/** Adds the commands that print what the service answers. */
export function addRead(program: Command, context: CommandContext): void {
  const reads: Command[] = []
  const read = (name: string) => {
    const command = program.command(name)
    reads.push(command)
    return command
  }
  addFile(read('board'))
    .description('print the top of a leaderboard')
    .argument('<id>', 'the leaderboard, such as pnl-7d')
    .option(...WHERE)
    .option('--limit <rows>', 'number of rows', rowCount, 20)
    .option(...AS_OF)
    .action(async (id, options) => (await import('./read-traders.ts')).readBoard(context, id, options))
  read('trader')
    .description("print a trader's numbers and ranks")
    .argument('<address>', 'the wallet')
    .option(...AS_OF)
    .action(async (address, options) =>
      (await import('./read-traders.ts')).readTrader(context, address, options),
    )
  read('explain')
    .description('print where a number comes from, step by step down to its events')
    .addArgument(new Argument('<subject>', 'what the number is of').choices(['trader', 'market', 'alert']))
    .argument('<id>', 'the wallet, the condition of the market, or the id of the alert')
    .argument(
      '[metric]',
      'the number, such as pnl, win-rate or pnl-rank; of a market volume (default), open-interest or holders',
    )
    .option('--period <period>', '7d, 30d, 90d or all')
    .option('--from <day>', 'first day of a window in place of the period (YYYY-MM-DD, UTC)')
    .option('--since <day>', 'explain the change since the close of this day')
    .option('--category <category>', 'only markets of this category')
    .option('--step <path>', 'a step of the tree, by its path (default: the whole number)')
    .option('--limit <rows>', 'number of steps', rowCount, 20)
    .option(...AS_OF)
    .action(async (subject, id, metric, options) =>
      (await import('./read-explanation.ts')).readExplanation(context, { subject, id, metric }, options),
    )
  read('reconcile')
    .description(
      "compare another site's view of a wallet with this ledger, and print the cause of each difference",
    )
    .argument('[file...]', 'saved answers or CSV exports (default: the number of the public subgraph)')
    .option('--trader <address>', 'the wallet (default: the one that the files name)')
    .option('--column <field=column...>', 'the column of a field, such as pnl="Net result"')
    .option(...AS_OF)
    .action(async (files, options) =>
      (await import('./read-reconcile.ts')).readReconciliation(context, files, options),
    )
  addFile(read('traders'))
    .description('print traders by any of their numbers')
    .option(...WHERE)
    .option(...ORDER)
    .option(...PERIOD)
    .option('--from <day>', 'first day in place of the period (Pro)')
    .option('--to <day>', 'last day in place of the period (Pro)')
    .option('--category <category>', 'category of the numbers')
    .option('--tag <tag>', 'tag in place of the category')
    .option('--compare-to <day>', 'another day, with the result between the two')
    .option('--in-common <traders>', 'also open markets that this many of them hold at least', rowCount)
    .option('--limit <rows>', 'number of rows', rowCount, 20)
    .option(...AS_OF)
    .action(async (options) => (await import('./read-traders.ts')).readTraders(context, options))
  read('compare')
    .description('print up to five traders beside each other')
    .argument('<addresses...>', 'the wallets')
    .option(...PERIOD)
    .option(...AS_OF)
    .action(async (addresses, options) =>
      (await import('./read-traders.ts')).readCompare(context, addresses, options),
    )
  read('lots')
    .description('print disposals of a year, lot by lot, with gains for taxes and books')
    .argument('<addresses...>', 'the wallets of one owner, which count as one')
    .option('--year <year>', 'the UTC year (default: that of the newest event)')
    .option('--method <method>', 'fifo, lifo, hifo or average (default: fifo)')
    .option('--limit <rows>', 'number of rows', rowCount)
    .addOption(
      new Option('--format <format>', 'print rows as a file, with Pro').choices([
        'csv',
        'ndjson',
        'form-8949',
        'koinly',
      ]),
    )
    .option('--columns <names>', 'columns of the file (default: all)')
    .option(...AS_OF)
    .action(async (addresses, options) =>
      (await import('./read-traders.ts')).readLots(context, addresses, options),
    )
  read('market')
    .description('print a market, its outcomes and its largest holders')
    .argument('<id>', "the market's condition id")
    .option('--limit <rows>', 'number of holders', rowCount, 10)
    .option(...AS_OF)
    .action(async (id, options) => (await import('./read-markets.ts')).readMarket(context, id, options))
  addFile(read('holders'))
    .description("print a market's holders with their records")
    .argument('<id>', "the market's condition id")
    .option('--outcome <index>', 'only holders of the outcome with this index', amount)
    .option('--order <order>', 'shares, value or pnl')
    .option('--screen <id>', 'only members of this screen')
    .option('--limit <rows>', 'number of rows', rowCount, 20)
    .option('--cursor <cursor>', 'the next page, as the previous one names it')
    .option(...AS_OF)
    .action(async (id, options) => (await import('./read-markets.ts')).readHolders(context, id, options))
  const markets = addFile(read('markets'))
    .description('print markets by any of their numbers, or those whose price moved')
    .option(
      '--where <json>',
      'conditions that options cannot say, such as {"any":[{"move1h":{"known":true}},{"status":["OPEN"]}]}',
    )
  for (const filter of MARKET_FILTERS) for (const option of filterOptions(filter)) markets.addOption(option)
  markets
    .option('--order <numbers>', 'up to 5 numbers, such as volume:desc, ends_at or move_24h')
    .option('--include-untraded', 'also markets without a trade')
    .option('--window <window>', 'the window of moves in other orders: 1h, 24h or 7d')
    .option('--limit <rows>', 'number of rows', rowCount, 20)
    .option(...AS_OF)
    .action(async (options) => (await import('./read-markets.ts')).readMarkets(context, options))
  read('movers')
    .description("print a market's largest net buyers and sellers between two times")
    .argument('<id>', "the market's condition id")
    .requiredOption('--from <time>', 'fills count from this time on (YYYY-MM-DDTHH:MM:SSZ)')
    .requiredOption('--to <time>', 'fills count before this time, at most 7 days later')
    .option('--outcome <index>', 'the index of the outcome (default: 0)', amount)
    .option('--limit <rows>', 'number of buyers, and of sellers', rowCount, 3)
    .action(async (id, options) => (await import('./read-markets.ts')).readMovers(context, id, options))
  const trades = addFile(read('trades'))
    .description('print trades of $1,000 or more in all markets')
    .option('--largest', 'the largest of the last 24 hours first (default: newest first)')
    .option('--no-collapse', 'a row for each fill of a trade')
  for (const [name, field] of fieldsOfDoor('LIST')) trades.addOption(tradeOption(name, field))
  trades
    .option('--top <rows>', 'how many traders of the leaderboard (default: 100)', rowCount)
    .option('--limit <rows>', 'number of rows', rowCount, 20)
    .action(async (options) => (await import('./read-trades.ts')).readTrades(context, options))
  const positions = addFile(read('positions')).description('print positions of all traders')
  for (const filter of POSITION_FILTERS)
    for (const option of filterOptions(filter)) positions.addOption(option)
  positions
    .option('--top <rows>', 'how many traders of the leaderboard (default: 100)', rowCount)
    .option('--order <order>', 'value, cost, pnl, loss or latest (default: value)')
    .option('--limit <rows>', 'number of rows', rowCount, 20)
    .option(...AS_OF)
    .action(async (options) => (await import('./read-trades.ts')).readPositions(context, options))
  read('whales')
    .description('print the newest whale alerts')
    .option('--limit <rows>', 'number of alerts', rowCount, 20)
    .option('--follow', 'print new alerts until Ctrl-C')
    .action(async (options) => (await import('./read-whales.ts')).readWhales(context, options))
  addStreams(program, context)
  read('outbox')
    .description("print the newest messages to your channels, of PEQUOD_API_KEY's account")
    .option('--limit <rows>', 'number of messages', rowCount, 20)
    .option('--follow', 'print new messages until Ctrl-C')
    .action(async (options) => (await import('./read-outbox.ts')).readOutbox(context, options))
  read('since')
    .description("print what changed in what PEQUOD_API_KEY's account follows")
    .option('--time <time>', 'only later events count (YYYY-MM-DDTHH:MM:SSZ; default: since the last visit)')
    .action(async (options) => (await import('./read-outbox.ts')).readSince(context, options))
  for (const command of reads)
    command
      .option(...SERVER)
      .option(...JSON_OPTION)
      .addHelpText('after', READ_EXAMPLES)
}

function addStreams(program: Command, context: CommandContext): void {
  const parent = program.command('stream').description('print events of a running service as they happen')
  const commands: Record<StreamName, Command> = {
    trades: parent.command('trades').description('print new trades'),
    activity: parent
      .command('activity')
      .description('print trades, splits, merges and redemptions of a trader or in a market')
      .option('--trader <address>', 'only of this trader')
      .option('--market <condition>', 'only in this market'),
    prices: parent
      .command('prices')
      .description('print new prices of markets')
      .requiredOption('--market <conditions>', 'conditions of the markets, separated by commas'),
    standings: parent
      .command('standings')
      .description('print changes of the first places of a leaderboard or a screen')
      .option('--leaderboard <id>', 'the leaderboard, such as pnl-7d')
      .option('--screen <id>', 'the screen in place of a leaderboard')
      .option('--limit <rows>', 'number of places', rowCount, 20),
  }
  for (const [name, field] of fieldsOfDoor('STREAM')) commands.trades.addOption(tradeOption(name, field))
  commands.trades.option('--top <rows>', 'how many traders of the leaderboard (default: 100)', rowCount)
  for (const [name, command] of Object.entries(commands) as [StreamName, Command][])
    command
      .option('--cursor <cursor>', 'go on after this message (default: with the next event)')
      .requiredOption('--server <url>', 'the running service')
      .option(...JSON_OPTION)
      .addHelpText('after', STREAM_EXAMPLES)
      .action(async (options) => (await import('./read-stream.ts')).readStream(context, name, options))
}

/** Adds the options of rows as a file, which has all of them unless it is limited. */
function addFile(command: Command): Command {
  return command
    .addOption(new Option('--format <format>', 'print rows as a file, with Pro').choices(['csv', 'ndjson']))
    .option('--columns <names>', 'columns of the file, such as rank,address,numbers.roi (default: all)')
    .hook('preAction', (_, own) => {
      if (own.opts().format && own.getOptionValueSource('limit') === 'default')
        own.setOptionValue('limit', undefined)
    })
}

/** The option of a field of the filter of trades; several values are separated by commas, and `any` is JSON. */
function tradeOption(name: string, { kind, says }: TradeField): Option {
  const option = new Option(
    `--${flagOf(name)} <${VALUES[kind] ?? 'values'}>`,
    says.slice(0, 1).toLowerCase() + says.slice(1),
  )
  return NUMBERS.has(kind) ? option.argParser(amount) : option
}

const VALUES: Readonly<Partial<Record<TradeFieldKind, string>>> = {
  USD: 'dollars',
  PRICE: 'price',
  HOURS: 'hours',
  OUTCOME: 'index',
  SIDE: 'side',
  ROLE: 'role',
  BOARD: 'id',
  TIME: 'time',
  FILTERS: 'json',
}
const NUMBERS: ReadonlySet<TradeFieldKind> = new Set(['USD', 'PRICE', 'HOURS', 'OUTCOME'])

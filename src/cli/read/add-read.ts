import { type Command, InvalidArgumentError } from 'commander'
import type { CommandContext } from '../command-context.ts'
import { READ_EXAMPLES } from '../examples.ts'
import { JSON_OPTION } from '../options.ts'

const SERVER = ['--server <url>', 'read from a running service (default: the store itself)'] as const
const AS_OF = ['--as-of <day>', "as of a day's close (YYYY-MM-DD, UTC)"] as const

/** Adds the commands that print the service's answers: `board`, `trader`, `market` and `whales`. */
export function addRead(program: Command, context: CommandContext): void {
  program
    .command('board')
    .description('print the top of a leaderboard')
    .argument('<id>', 'the leaderboard, such as pnl-7d')
    .option('--limit <rows>', 'number of rows', rows, 20)
    .option(...AS_OF)
    .option(...SERVER)
    .option(...JSON_OPTION)
    .addHelpText('after', READ_EXAMPLES)
    .action(async (id, options) => (await import('./read-board.ts')).readBoard(context, id, options))
  program
    .command('trader')
    .description("print a trader's numbers and ranks")
    .argument('<address>', 'the wallet')
    .option(...AS_OF)
    .option(...SERVER)
    .option(...JSON_OPTION)
    .addHelpText('after', READ_EXAMPLES)
    .action(async (address, options) =>
      (await import('./read-trader.ts')).readTrader(context, address, options),
    )
  program
    .command('market')
    .description('print a market, its outcomes and its largest holders')
    .argument('<id>', "the market's condition id")
    .option('--limit <rows>', 'number of holders', rows, 10)
    .option(...AS_OF)
    .option(...SERVER)
    .option(...JSON_OPTION)
    .addHelpText('after', READ_EXAMPLES)
    .action(async (id, options) => (await import('./read-market.ts')).readMarket(context, id, options))
  program
    .command('whales')
    .description('print the newest whale alerts')
    .option('--limit <rows>', 'number of alerts', rows, 20)
    .option('--follow', 'print new alerts until Ctrl-C')
    .option(...SERVER)
    .option(...JSON_OPTION)
    .addHelpText('after', READ_EXAMPLES)
    .action(async (options) => (await import('./read-whales.ts')).readWhales(context, options))
}

/** Parses a number of rows for commander; the service refuses more than the tier allows. */
function rows(text: string): number {
  const value = Number(text)
  if (Number.isInteger(value) && value >= 1 && value <= 1_000) return value
  throw new InvalidArgumentError('It must be a whole number from 1 to 1000.')
}

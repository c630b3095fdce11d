import { type Command, Option } from 'commander'
import { EXPORT_FORMATS, EXPORTS, type ExportName, type ExportOption } from '../../store/export/exports.ts'
import type { CommandContext } from '../command-context.ts'
import { EXPORT_EXAMPLES, TABLE_EXAMPLES } from '../examples.ts'
import { AS_OF, ORDER, PERIOD, WHERE } from '../options.ts'
import type { RemoteOptions } from './export-remote.ts'
import type { ExportOptions } from './export-table.ts'

const FILTERS: Readonly<Record<ExportOption, () => Option>> = {
  from: () => new Option('--from <day>', 'the first day (YYYY-MM-DD, UTC)'),
  to: () => new Option('--to <day>', 'the last day'),
  trader: () => new Option('--trader <address>', 'only this trader'),
  market: () => new Option('--market <condition>', 'only this market: its condition or slug'),
  event: () => new Option('--event <id>', 'only markets of this event: its id or slug'),
  minUsd: () => new Option('--min-usd <usd>', 'only fills of at least this many dollars'),
  asOf: () => new Option('--as-of <day>', "at this day's close (default: now)"),
}

/** Adds `pequod export` with a command for each export. */
export function addExport(program: Command, context: CommandContext): void {
  const parent = program.command('export').description('export the ledger')
  parent
    .command('events')
    .description('export the ledger as event lines, the format of `pequod ingest events`')
    .argument('[file]', 'the destination (default: standard output)')
    .addHelpText('after', EXPORT_EXAMPLES)
    .action(async (file) => (await import('./export-events.ts')).exportEventLines(context, file))
  for (const name of Object.keys(EXPORTS) as ExportName[]) {
    const command = parent
      .command(name)
      .description(EXPORTS[name].says)
      .addOption(
        new Option('--format <format>', 'the file format').choices(EXPORT_FORMATS).makeOptionMandatory(),
      )
      .option('--out <file>', 'the destination, or - for standard output (default: -)')
      .option(...COLUMNS)
    for (const filter of EXPORTS[name].filters) command.addOption(FILTERS[filter]())
    if (name === 'trades') command.addHelpText('after', TABLE_EXAMPLES)
    if (name === 'trades' || name === 'positions') {
      command.option('--server <url>', 'let a running service write it, for the account of PEQUOD_API_KEY')
      command.option(
        '--where <json>',
        `with --server: conditions of ${name}, such as ${name === 'trades' ? '{"board":"pnl-30d","minPrice":0.9}' : '{"pnl":{"min":100}}'}`,
      )
      command.action(async ({ server, ...options }: RemoteOptions) =>
        server === undefined
          ? (await import('./export-table.ts')).exportTable(context, name, options)
          : (await import('./export-remote.ts')).exportRemotely(context, name, { ...options, server }),
      )
    } else
      command.action(async (options: ExportOptions) =>
        (await import('./export-table.ts')).exportTable(context, name, options),
      )
  }
  addScreen(parent, context)
}

const COLUMNS = ['--columns <names>', 'the columns, separated by commas (default: all)'] as const

/** Adds the export of traders who fit a question, which a service answers. */
function addScreen(parent: Command, context: CommandContext): void {
  parent
    .command('screen')
    .description('export every trader who fits a question of `pequod traders`, with every number')
    .addOption(
      new Option('--format <format>', 'the file format').choices(EXPORT_FORMATS).makeOptionMandatory(),
    )
    .requiredOption('--out <file>', 'the destination')
    .requiredOption('--server <url>', 'the running service that writes it, for the account of PEQUOD_API_KEY')
    .option(...COLUMNS)
    .option(...WHERE)
    .option(...ORDER)
    .option(...PERIOD)
    .option('--category <category>', 'category of the numbers')
    .option('--tag <tag>', 'tag in place of the category')
    .option(...AS_OF)
    .action(async (options: RemoteOptions) =>
      (await import('./export-remote.ts')).exportRemotely(context, 'traders', options),
    )
}

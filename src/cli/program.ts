import { readFileSync } from 'node:fs'
import { Argument, Command } from 'commander'
import { countText } from '../formats.ts'
import type { Address } from '../ledger/quantities.ts'
import type { CommandContext } from './command-context.ts'
import { addAccountCommands } from './commands/account-commands.ts'
import {
  BACKTEST_EXAMPLES,
  COMPLETION_EXAMPLES,
  INGEST_EXAMPLES,
  PROGRAM_EXAMPLES,
  SERVE_EXAMPLES,
} from './examples.ts'
import { addExport } from './export/add-export.ts'
import { address, demoSpeed, JSON_OPTION, MAX_DEMO_SPEED, wholeNumber, workerCount } from './options.ts'
import { addRead } from './read/add-read.ts'
import { reportUsageErrors } from './screen/failures.ts'

/**
 * Every command, its options and its help. Each command's code is a file that loads when it runs, so that help does not
 * wait for a web server to load.
 */
export function createProgram(context: CommandContext): Command {
  const program = new Command('pequod')
    .description(
      'Leaderboards, trader profiles, whale alerts and smart-money signals from public prediction markets.',
    )
    .version(version(), '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help of a command')
    .option('-q, --quiet', 'print results and problems only: no notes, no progress')
    .addHelpText('after', PROGRAM_EXAMPLES)
    .exitOverride()
    .hook('preAction', (_, command) => {
      const { quiet, json } = command.optsWithGlobals<{ quiet?: boolean; json?: boolean }>()
      context.screen.showProgress(quiet ? 'none' : json ? 'json' : 'words')
    })
  addServe(program, context)
  addMcp(program, context)
  addIngest(program, context)
  addFetch(program, context)
  addFollow(program, context)
  addRefresh(program, context)
  addRead(program, context)
  addExport(program, context)
  addBackup(program, context)
  addSeal(program, context)
  addVerify(program, context)
  addProofs(program, context)
  addBacktest(program, context)
  addAccountCommands(program, context)
  addDoctor(program, context)
  addCompletion(program, context)
  reportUsageErrors(program, context.screen)
  return program
}

const NO_METADATA = ['--no-metadata', 'do not fetch names from GAMMA_URL and DATA_API_URL'] as const

function addServe(program: Command, context: CommandContext): void {
  program
    .command('serve')
    .description('serve GraphQL, REST, MCP and their web pages from the store')
    .option(
      '--demo',
      'serve a simulated world, created at the first start (in pequod-demo.db unless DATABASE_URL is set)',
    )
    .option(
      '--demo-speed <number>',
      `seconds of the demo in one second, up to ${countText(MAX_DEMO_SPEED)}; at 1440 a day is a minute, at 0 its market pauses`,
      demoSpeed,
      1,
    )
    .option('--no-delivery', 'do not deliver whale alerts, because another process on this store does')
    .option('--workers <number>', 'number of serving processes; SIGHUP replaces them one by one', workerCount)
    .addHelpText('after', SERVE_EXAMPLES)
    .action(async (options) => (await import('./serve/serve.ts')).serve(context, options))
}

function addMcp(program: Command, context: CommandContext): void {
  program
    .command('mcp')
    .description(
      'serve a Model Context Protocol client over stdin and stdout, with the key in PEQUOD_API_KEY',
    )
    .action(async () => (await import('./commands/mcp.ts')).serveMcp(context))
}

function addIngest(program: Command, context: CommandContext): void {
  const ingest = program
    .command('ingest')
    .description('import events and metadata into the ledger')
    .addHelpText('after', INGEST_EXAMPLES)
  const kinds = {
    activity: "the Data API's /activity: JSON, JSON lines or CSV",
    trades: "the Data API's /trades: JSON, JSON lines or CSV",
    events: 'ledger events, one JSON object per line; - is standard input',
  } as const
  for (const kind of ['activity', 'trades', 'events'] as const) {
    const command = ingest
      .command(kind)
      .description(kinds[kind])
      .argument('<file...>', 'files, imported in this order')
      .option(...JSON_OPTION)
    if (kind === 'activity')
      command.option(
        '--wallet <address>',
        "the files are polymarket.com's History CSV of this wallet",
        address,
      )
    if (kind === 'events')
      command.option('--strict', 'stop at the first bad line and keep nothing of that file')
    command.action(async (files, options) =>
      (await import('./commands/ingest.ts')).ingestFiles(context, kind, files, options),
    )
  }
  addIngestGamma(ingest, context)
  addIngestRpc(ingest, context)
  addIngestPortal(ingest, context)
  addIngestHistory(ingest, context)
}

function addIngestGamma(ingest: Command, context: CommandContext): void {
  ingest
    .command('gamma')
    .description('market metadata of the Gamma API: JSON files, or without files the API at GAMMA_URL')
    .argument('[file...]', 'files, imported in this order')
    .option('--missing', 'fetch only metadata that the ledger lacks, and names of traders on leaderboards')
    .option(...JSON_OPTION)
    .action(async (files: string[], options) =>
      (await import('./commands/ingest-gamma.ts')).ingestGammaFrom(context, files, options),
    )
}

function addIngestRpc(ingest: Command, context: CommandContext): void {
  ingest
    .command('rpc')
    .description('blocks of the chain, from the node at RPC_URL; a repeated run resumes where it stopped')
    .requiredOption('--from <block>', 'the first block', wholeNumber)
    .option('--to <block>', 'the last block (default: 100 below the newest)', wholeNumber)
    .option(...NO_METADATA)
    .option(...JSON_OPTION)
    .action(async (options) => (await import('./commands/ingest-blocks.ts')).ingestFromNode(context, options))
}

function addIngestPortal(ingest: Command, context: CommandContext): void {
  ingest
    .command('portal')
    .description(
      'final blocks of the chain, from the SQD portal at PORTAL_URL; a repeated run resumes where it stopped',
    )
    .requiredOption('--from <block>', 'the first block', wholeNumber)
    .option('--to <block>', 'the last block (default: the newest final block)', wholeNumber)
    .option(...NO_METADATA)
    .option(...JSON_OPTION)
    .action(async (options) =>
      (await import('./commands/ingest-blocks.ts')).ingestFromPortal(context, options),
    )
}

function addIngestHistory(ingest: Command, context: CommandContext): void {
  ingest
    .command('history')
    .description('downloaded data sets: raw logs, Polymarket-v1, Polymarket_data and others')
    .argument('<path...>', 'files and folders, in any order')
    .option(...NO_METADATA)
    .option(...JSON_OPTION)
    .action(async (paths, options) =>
      (await import('./commands/ingest-history.ts')).ingestHistoryFiles(context, paths, options),
    )
}

function addFetch(program: Command, context: CommandContext): void {
  program
    .command('fetch')
    .description(
      "import a wallet's activity from the Data API (DATA_API_URL), refresh, and print its numbers",
    )
    .argument('<address>', 'the wallet', address)
    .option(...JSON_OPTION)
    .action(async (wallet: Address, options) =>
      (await import('./commands/fetch.ts')).fetchWallet(context, wallet, options),
    )
}

function addFollow(program: Command, context: CommandContext): void {
  program
    .command('follow')
    .description('follow the chain from the node at RPC_URL and publish snapshots as blocks arrive')
    .option('--from <block>', 'where to start in an empty ledger (default: the newest block)', wholeNumber)
    .option(
      '--confirmations <blocks>',
      'number of blocks that must follow a block before it is read',
      wholeNumber,
      5,
    )
    .option('--refresh-every <seconds>', 'minimum seconds between snapshots', wholeNumber, 20)
    .option('--no-refresh', 'do not publish snapshots; `pequod refresh` does')
    .option(...NO_METADATA)
    .action(async (options) => (await import('./commands/follow.ts')).follow(context, options))
}

function addRefresh(program: Command, context: CommandContext): void {
  program
    .command('refresh')
    .description('compute every number from the ledger and publish a snapshot')
    .option('--as-of <day>', "publish the snapshot of a past day's close (YYYY-MM-DD, UTC)")
    .option('--signs', 'compute signs also where that reads more than 20 million events')
    .option(...JSON_OPTION)
    .action(async (options) => (await import('./commands/refresh.ts')).refreshStore(context, options))
}

function addBackup(program: Command, context: CommandContext): void {
  program
    .command('backup')
    .description('copy the SQLite store to a file, also while it is in use')
    .argument('<file>', 'the destination, which must not exist')
    .option(...JSON_OPTION)
    .action(async (file, options) =>
      (await import('./commands/backup.ts')).backupStore(context, file, options),
    )
}

function addSeal(program: Command, context: CommandContext): void {
  program
    .command('seal')
    .description('move settled fills from the store into Parquet files, which every command still reads')
    .option(...JSON_OPTION)
    .action(async (options) => (await import('./commands/seal.ts')).sealStore(context, options))
}

function addVerify(program: Command, context: CommandContext): void {
  program
    .command('verify')
    .description("check positions, numbers and leaderboards against the ledger's events; read-only")
    .option(...JSON_OPTION)
    .action(async (options) => (await import('./commands/verify.ts')).verifyLedger(context, options))
}

function addProofs(program: Command, context: CommandContext): void {
  const load = () => import('./commands/proofs.ts')
  program
    .command('prove')
    .description(
      "write a proof of a trader's state at a day's close; the day is entered in the log of days first",
    )
    .argument('<address>', 'the trader', address)
    .option('--day <day>', 'the UTC day, YYYY-MM-DD (default: the last that is over)')
    .option('--full', 'with all positions and events, so that the state can be computed again')
    .option('--out <file>', 'the file (default: standard output)')
    .action(async (wallet: Address, options) => (await load()).proveTrader(context, wallet, options))
  program
    .command('verify-proof')
    .description('check a proof, without a store and without a network')
    .argument('<file>', 'the file of the proof')
    .option('--key <key>', "the key that must have signed, from the service's /.well-known/pequod.json")
    .option(...JSON_OPTION)
    .action(async (file: string, options) => (await load()).verifyProofFile(context, file, options))
  program
    .command('compare-roots')
    .description('find the first day, trader and event in which another service has another ledger')
    .argument('<url>', 'the other service')
    .option('--key <key>', 'the key that must have signed the other log')
    .option(...JSON_OPTION)
    .action(async (url: string, options) => (await load()).compareRoots(context, url, options))
  const record = program
    .command('record')
    .description('the log of days, whose head signs what the store holds')
  record
    .command('seal')
    .description('enter the last day that is over, and again every entered day that changed since')
    .option('--day <day>', 'enter this UTC day, YYYY-MM-DD, too')
    .option(...JSON_OPTION)
    .action(async (options) => (await load()).sealDays(context, options))
  record
    .command('stamp')
    .description('write the signed head of the log to a file, which a client of OpenTimestamps stamps')
    .argument('<file>', 'the file to write')
    .option(...JSON_OPTION)
    .action(async (file: string, options) => (await load()).writeStampFile(context, file, options))
}

function addBacktest(program: Command, context: CommandContext): void {
  program
    .command('backtest')
    .description("try a rule for copying traders on the store's ledger: would it have paid?")
    .argument('<file>', 'the rule, YAML or JSON')
    .option(...JSON_OPTION)
    .addHelpText('after', BACKTEST_EXAMPLES)
    .action(async (file, options) =>
      (await import('./commands/backtest.ts')).backtestFile(context, file, options),
    )
}

function addDoctor(program: Command, context: CommandContext): void {
  program
    .command('doctor')
    .description('check everything a service needs and say how to fix problems')
    .option(...JSON_OPTION)
    .action(async (options) => (await import('./commands/doctor.ts')).runDoctor(context, options))
}

const SHELLS = ['bash', 'zsh', 'fish']

function addCompletion(program: Command, context: CommandContext): void {
  program
    .command('completion')
    .description("print a shell's completion script for commands, options and files")
    .addArgument(new Argument('<shell>', 'the shell').choices(SHELLS))
    .addHelpText('after', COMPLETION_EXAMPLES)
    .action(async (shell) => (await import('./completion.ts')).printCompletion(context, program, shell))
}

/** Finds the version in the nearest package.json: one folder up in the sources, two in the built package. */
function version(): string {
  for (const path of ['../../package.json', '../../../package.json']) {
    try {
      const manifest: unknown = JSON.parse(readFileSync(new URL(path, import.meta.url), 'utf8'))
      if (typeof manifest === 'object' && manifest !== null && 'version' in manifest)
        return String(manifest.version)
    } catch {
      // Try the next folder up.
    }
  }
  return 'unknown'
}

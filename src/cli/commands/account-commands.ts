import { Argument, type Command, InvalidArgumentError, Option } from 'commander'
import { CLOCK, DAILY_LIMIT, isClock } from '../../delivery/channel-pace.ts'
import { MOST_TOP } from '../../follows/leaderboards.ts'
import { HOLDER_SHARE, JUMP, LEVEL } from '../../follows/markets/market-rules.ts'
import { FILL_USD, MAX_OUTCOMES } from '../../ledger/bounds.ts'
import { limitWords, type ValueLimits } from '../../value-limits.ts'
import type { CommandContext } from '../command-context.ts'
import { ACCOUNT_EXAMPLES, KEY_EXAMPLES, SCREEN_EXAMPLES, WATCHLIST_EXAMPLES } from '../examples.ts'
import { AS_OF, JSON_OPTION, ORDER, PERIOD, rowCount, SERVER, WHERE } from '../options.ts'

/** Adds `accounts`, `keys`, `watchlist` and `screens` with their subcommands. */
export function addAccountCommands(program: Command, context: CommandContext): void {
  const groups = [addAccounts, addKeys, addWatchlist, addScreens].map((add) => add(program, context))
  for (const command of groups.flatMap(({ commands }) => commands)) command.option(...JSON_OPTION)
}

const TIER_WORDS = ['free', 'pro']

function addAccounts(program: Command, context: CommandContext): Command {
  const load = () => import('./accounts.ts')
  const accounts = program
    .command('accounts')
    .description('manage accounts, tiers and opt-outs')
    .addHelpText('after', ACCOUNT_EXAMPLES)
  accounts
    .command('create')
    .description('create an account')
    .argument('<name>', 'its name; for bearer tokens, the sub claim')
    .addOption(new Option('--tier <tier>', 'its tier').choices(TIER_WORDS).makeOptionMandatory())
    .action(async (name, options) => (await load()).createAccount(context, name, options))
  accounts
    .command('set-tier')
    .description("change an account's tier; running services apply it within two seconds")
    .argument('<name>', "the account's name")
    .addArgument(new Argument('<tier>', 'its new tier').choices(TIER_WORDS))
    .action(async (name, tier, options) => (await load()).setAccountTier(context, name, tier, options))
  accounts
    .command('list')
    .description('list accounts')
    .action(async (options) => (await load()).listAccounts(context, options))
  accounts
    .command('opt-out')
    .description('hide a trader everywhere; running services apply it within a second')
    .argument('<address>', "the trader's address")
    .option('--undo', 'show the trader again')
    .action(async (address, options) => (await load()).optTraderOut(context, address, options))
  accounts
    .command('opted-out')
    .description('list the addresses that opted out')
    .action(async (options) => (await load()).listOptedOut(context, options))
  return accounts
}

const ACCOUNT_OPTION = ['--account <name>', "the account's name"] as const

function addKeys(program: Command, context: CommandContext): Command {
  const load = () => import('./keys.ts')
  const keys = program
    .command('keys')
    .description('manage API keys of accounts')
    .addHelpText('after', KEY_EXAMPLES)
  keys
    .command('create')
    .description('create a key and print it; it is never shown again')
    .requiredOption(...ACCOUNT_OPTION)
    .requiredOption('--name <label>', "the key's label")
    .option(
      '--expires <day>',
      'the last day (YYYY-MM-DD, UTC) on which it is accepted (default: it never expires)',
    )
    .action(async (options) => (await load()).createKey(context, options))
  keys
    .command('list')
    .description("list an account's keys")
    .requiredOption(...ACCOUNT_OPTION)
    .action(async (options) => (await load()).listKeys(context, options))
  keys
    .command('rotate')
    .description('replace a valid key with a new one and print it; it is never shown again')
    .argument('<id>', "the old key's number, as `pequod keys list` shows it")
    .requiredOption(...ACCOUNT_OPTION)
    .option('--grace-hours <hours>', 'hours for which the old key is still accepted, 0 to 720', '24')
    .action(async (id, options) => (await load()).rotateKey(context, id, options))
  keys
    .command('revoke')
    .description('revoke a key; running services refuse it within two seconds')
    .argument('<id>', "the key's number, as `pequod keys list` shows it")
    .requiredOption(...ACCOUNT_OPTION)
    .action(async (id, options) => (await load()).revokeKey(context, id, options))
  return keys
}

function addWatchlist(program: Command, context: CommandContext): Command {
  const load = () => import('./watchlist.ts')
  const watchlist = program
    .command('watchlist')
    .description('manage the follows of an account')
    .addHelpText('after', WATCHLIST_EXAMPLES)
  watchlist
    .command('list')
    .description('list what the account follows')
    .requiredOption(...ACCOUNT_OPTION)
    .action(async (options) => (await load()).listWatchlist(context, options))
  watchlist
    .command('add')
    .description(
      'follow a wallet, a market, a leaderboard, an event, a screen or a registered rule, or replace the rules of one that is followed',
    )
    .argument('<target>', TARGET)
    .requiredOption(...ACCOUNT_OPTION)
    .option('--min-usd <usd>', "the wallet's minimum size of a decision (default: 0)", within(FILL_USD))
    .option(
      '--top <places>',
      'the number of top places of the leaderboard (default: 10) or the screen (default: 20)',
      within(TOP, true),
    )
    .option('--outcome <index>', "the market's outcome, from 0 (default: 0)", within(OUTCOME, true))
    .option('--above <usd>', 'notify when its price rises to this', within(LEVEL))
    .option('--below <usd>', 'notify when its price falls to this', within(LEVEL))
    .option(
      '--jump <usd>',
      'notify when its price differs by at least this from any price within the past 24 hours',
      within(JUMP),
    )
    .option(
      '--holder-share <part>',
      'notify when a wallet reaches this fraction of its shares, such as 0.1',
      within(HOLDER_SHARE),
    )
    .option(
      '--where <json>',
      'with trades:all, a filter in the spelling of GraphQL: notify of the trades that it lists',
    )
    .option('--daily', 'one summary a day of the registered rule (default: every copy)')
    .option('--stance', 'notify when smart money changes sides in the market (Pro)')
    .action(async (what, options) => (await load()).addToWatchlist(context, what, options))
  watchlist
    .command('channels')
    .description('list the channels of the account, with their quiet hours and daily limits')
    .requiredOption(...ACCOUNT_OPTION)
    .action(async (options) => (await load()).listChannels(context, options))
  watchlist
    .command('pace')
    .description('set the quiet hours and the daily limit of a channel; what is omitted has no effect')
    .argument('<channel>', 'its id')
    .requiredOption(...ACCOUNT_OPTION)
    .addOption(timeOption('--quiet-from <time>', 'start of the quiet hours, such as 22:00'))
    .addOption(timeOption('--quiet-to <time>', 'end of the quiet hours'))
    .option('--time-zone <zone>', 'time zone of the quiet hours, such as Europe/Berlin')
    .option('--daily-limit <messages>', 'the most messages within 24 hours', within(DAILY_LIMIT, true))
    .action(async (channel, options) => (await load()).paceChannel(context, channel, options))
  watchlist
    .command('remove')
    .description('stop following a wallet, a market, a leaderboard, an event, a screen or a registered rule')
    .argument('<target>', TARGET)
    .requiredOption(...ACCOUNT_OPTION)
    .action(async (what, options) => (await load()).removeFromWatchlist(context, what, options))
  return watchlist
}

const READER = ['--account <name>', "the account's name (default: the one of PEQUOD_API_KEY)"] as const

function addScreens(program: Command, context: CommandContext): Command {
  const load = () => import('./screens.ts')
  const screens = program
    .command('screens')
    .description('manage saved screens, questions about traders')
    .addHelpText('after', SCREEN_EXAMPLES)
  screens
    .command('list')
    .description("list an account's screens")
    .option(...READER)
    .option(...SERVER)
    .action(async (options) => (await load()).readScreens(context, options))
  screens
    .command('show')
    .description('print the members of a screen')
    .argument('<id>', SCREEN)
    .option(...READER)
    .option('--in-common <traders>', 'also open markets that this many of them hold at least', rowCount)
    .option('--limit <rows>', 'number of rows', rowCount, 20)
    .option(...AS_OF)
    .option(...SERVER)
    .action(async (id, options) => (await load()).showScreen(context, id, options))
  screens
    .command('save')
    .description('save a question about traders under a name')
    .argument('<name>', 'its name')
    .requiredOption(...ACCOUNT_OPTION)
    .option(...WHERE)
    .option(...ORDER)
    .option(...PERIOD)
    .option('--category <category>', 'category of the numbers')
    .option('--tag <tag>', 'tag in place of the category')
    .option('--top <traders>', 'the number of members at most (default: 100)', rowCount)
    .option('--public', 'everyone who knows the id may read it')
    .option('--replace <id>', 'the screen that it replaces (default: a new one)')
    .action(async (name, options) => (await load()).writeScreen(context, name, options))
  screens
    .command('rename')
    .description('give a screen another name')
    .argument('<id>', SCREEN)
    .argument('<name>', 'its new name')
    .requiredOption(...ACCOUNT_OPTION)
    .action(async (id, name, options) => (await load()).renameOwnScreen(context, id, name, options))
  screens
    .command('delete')
    .description('delete a screen, and end its follows')
    .argument('<id>', SCREEN)
    .requiredOption(...ACCOUNT_OPTION)
    .action(async (id, options) => (await load()).deleteOwnScreen(context, id, options))
  return screens
}

const SCREEN = "the screen's id, as `pequod screens list` shows it"
const TARGET =
  "the wallet's address, the market's condition or slug, the leaderboard, such as pnl-7d, the event's id or slug; or any topic, such as event:ID"
const TOP = { minimum: 1, maximum: MOST_TOP }
const OUTCOME = { minimum: 0, maximum: MAX_OUTCOMES - 1 }

function timeOption(flags: string, description: string): Option {
  return new Option(flags, description).argParser((text: string) => {
    if (isClock(text)) return text
    throw new InvalidArgumentError(`It must be ${CLOCK.form}.`)
  })
}

/** A number within limits, as commander reads an option. */
function within(limits: ValueLimits & { minimum: number; maximum: number }, isWhole = false) {
  return (text: string): number => {
    const value = Number(text)
    const isIn = text.trim() !== '' && value >= limits.minimum && value <= limits.maximum
    if (isIn && (!isWhole || Number.isInteger(value))) return value
    throw new InvalidArgumentError(
      `It must be ${isWhole ? 'a whole number ' : ''}from ${limitWords(limits)}.`,
    )
  }
}

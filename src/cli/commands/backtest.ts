import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { CommandError } from '../../errors.ts'
import { countText, moneyRange, moneyText, percentRange, percentText, plural } from '../../formats.ts'
import { readLab } from '../../lab/read/read-lab.ts'
import { idsOfCopies, readLabNames } from '../../lab/read/read-names.ts'
import type { Fate } from '../../lab/replay.ts'
import { copiesOf, type LabReport, reportOf } from '../../lab/report.ts'
import { readRule } from '../../lab/rule.ts'
import { runRule } from '../../lab/run-rule.ts'
import type { CommandContext } from '../command-context.ts'
import type { PrintOptions } from '../options.ts'
import { unreadable } from '../refusals.ts'
import type { Screen } from '../screen/screen.ts'
import { dollars, percent, printTable, textTable } from '../screen/text-table.ts'
import { withStore } from '../with-store.ts'

/** Bytes of a rule's file at most. */
const MOST_BYTES = 100_000

/**
 * `pequod backtest`: tries a rule on the store's ledger and prints its verdict, or with `--json` the whole answer with its copies.
 * @throws CommandError for a file that cannot be read, PequodError for a bad rule
 */
export async function backtestFile(
  context: CommandContext,
  file: string,
  options: PrintOptions,
): Promise<void> {
  const rule = readRule(await readYaml(file))
  const { screen } = context
  await withStore(context, async ({ db }) => {
    const progress = screen.progress({ label: 'Trying the rule', total: 100, unit: '%' })
    try {
      const { world } = await readLab(db, rule)
      const run = await runRule(rule, world, {
        onProgress: async (part) => progress.update(Math.floor(100 * part)),
      })
      const report = reportOf(rule, run, world)
      progress.stop()
      if (!options.json) return printReport(screen, report)
      screen.printJson({
        ...report,
        list: copiesOf(rule, run, world, await readLabNames(db, idsOfCopies(run.copies))),
      })
    } finally {
      progress.stop()
    }
  })
}

async function readYaml(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(unreadable(file))
  if (text.length > MOST_BYTES) throw new CommandError(`${file} is too long for a rule.`)
  try {
    // JSON is YAML, too.
    return parse(text, { maxAliasCount: 0 })
  } catch (error) {
    throw new CommandError(`${file} is not YAML: ${String((error as Error).message).split('\n')[0]}`)
  }
}

const VERDICTS = {
  PAYS: ['green', 'Pays.'],
  DOES_NOT: ['red', 'Does not pay.'],
  CANNOT_TELL: ['yellow', 'Cannot tell.'],
} as const

const STEPS: Readonly<Record<LabReport['waterfall'][number]['step'], string>> = {
  NONE: 'their result',
  DELAY: 'delay',
  SLIPPAGE: 'slippage',
  FEES: 'fees',
  UNFILLED: 'unfilled',
  LIMITS: 'money and limits',
}

const FATE_WORDS: Readonly<Record<Fate, string>> = {
  FILLED: 'filled',
  PARTLY: 'partly filled',
  NO_PRINT: 'no print in time',
  BEYOND_SLIPPAGE: 'beyond slippage',
  NO_MONEY: 'no money',
  AT_A_LIMIT: 'at a limit',
  TOO_SMALL: 'under $1',
  MARKET_ENDED: 'market ended',
}

function printReport(screen: Screen, report: LabReport): void {
  const [style, verdict] = VERDICTS[report.verdict]
  const { netInterval, copies, rule, open } = report
  screen.print({ style, text: verdict }, ` ${report.sentence}`)
  screen.print('')
  printTable(
    screen,
    ['', '', '95% INTERVAL'],
    [
      ['Net result', dollars(report.net), moneyRange(netInterval)],
      [
        'On money staked',
        percent(report.returnOnStake, 1),
        percentRange(report.returnOnStakeInterval, true) ?? '',
      ],
      ['On bankroll', percent(report.returnOnBankroll, 1), ''],
      ['Worst drawdown', dollars(report.drawdown), ''],
    ],
  )
  screen.print('')
  screen.print(
    `${rule.from} to ${rule.to}: ${plural(copies.wanted, 'copy', 'copies')} wanted, ${countText(copies.bought)} bought for ` +
      `${moneyText(report.staked)} in ${plural(report.events, 'event')}, ${countText(report.decidedEvents)} of them decided; ` +
      `${countText(open.copies)} open, marked at ${moneyText(open.value)}.`,
  )
  printTables(screen, report)
  const { randomTraders, randomTimes } = report
  screen.print('')
  screen.print(
    `Random traders: ${baselineText(randomTraders)}. Random times of the same days: ${baselineText(randomTimes)}.`,
  )
  if (report.unknownRoles > 0)
    screen.print(`${plural(report.unknownRoles, 'fill')} of unknown role filled nothing.`)
}

function printTables(screen: Screen, { waterfall, copies, capacity, delays, edgeGoneAt }: LabReport): void {
  const tables = [
    textTable(
      ['WHERE THE EDGE WENT', 'CHANGE', 'LEFT'],
      waterfall.map(({ step, change, net }) => [STEPS[step], dollars(change), dollars(net)]),
    ),
    textTable(
      ['COPIES', 'COUNT'],
      Object.entries(copies.fates).flatMap(([fate, count]) =>
        count > 0 ? [[FATE_WORDS[fate as Fate], count]] : [],
      ),
    ),
    textTable(
      ['A COPY', 'NET RESULT', 'ON STAKE', 'FILLED'],
      capacity.map(({ usd, net, returnOnStake, filled }) => [
        moneyText(usd),
        dollars(net),
        percent(returnOnStake, 1),
        percent(filled),
      ]),
    ),
    delays.length < 2
      ? []
      : textTable(
          ['DELAY', 'NET RESULT', 'ON STAKE'],
          delays.map(({ seconds, net, returnOnStake }) => [
            `${seconds} s`,
            dollars(net),
            percent(returnOnStake, 1),
          ]),
        ),
  ]
  for (const lines of tables.filter((one) => one.length > 1))
    for (const line of ['', ...lines]) screen.print(line)
  if (edgeGoneAt !== null) screen.print(`The edge is gone at about ${moneyText(edgeGoneAt)} a copy.`)
}

function baselineText({ draws, returnOnStake, p }: LabReport['randomTraders']): string {
  const mean =
    returnOnStake === null
      ? 'nothing bought'
      : `${percentText(returnOnStake, { digits: 1, isSigned: true })} on stake`
  return `${mean} in ${countText(draws)} draws, at least as good in ${percentText(p, { digits: 1 })}`
}

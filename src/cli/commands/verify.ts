import { CommandError } from '../../errors.ts'
import { countText, numberText } from '../../formats.ts'
import { sealedWords } from '../../jobs/seal-when-due.ts'
import type { RulesReport } from '../../lab/forward/record.ts'
import { checkNewestWeeks, type SignalsReport, type WeekCheck } from '../../smart-money/check-week.ts'
import { checkSegments, type SegmentsReport } from '../../store/ledger/check-files.ts'
import type { UnitSupply } from '../../store/verify/unit-supply.ts'
import type { VerifyReport } from '../../store/verify/verify-store.ts'
import { type LogReport, type Verified, verifyAll } from '../checks/verify-all.ts'
import type { CommandContext } from '../command-context.ts'
import type { PrintOptions } from '../options.ts'
import type { Screen } from '../screen/screen.ts'
import { withStore } from '../with-store.ts'

/**
 * `pequod verify`: checks positions, numbers and leaderboards against the ledger's events, and prints a line for each
 * check. Throws a CommandError if a check fails, or the store changed meanwhile.
 */
export async function verifyLedger(context: CommandContext, options: PrintOptions): Promise<void> {
  const report = await withStore(context, async ({ db }) => {
    const segments = await checkSegments(db)
    if (segments.wrong.length > 0)
      // Damaged files cannot be read, so no other check can run.
      throw new CommandError(
        `The sealed part of the ledger is damaged: ${segments.wrong.join('; ')}. Restore ${db.duckdb.folder} from a backup.`,
      )
    const progress = context.screen.progress({
      label: 'Folding every event again',
      total: null,
      unit: 'events',
    })
    try {
      const found = await verifyAll(db, (records) => progress.update(records))
      const newestWeeks = await checkNewestWeeks(db)
      const holds = found.holds && newestWeeks.every(({ state }) => state !== 'DIFFERS')
      return { ...found, segments, newestWeeks, holds }
    } finally {
      progress.stop()
    }
  })
  if (options.json) context.screen.printJson(report)
  else for (const line of reportLines(report)) printLine(context.screen, line)
  if (report.changed)
    throw new CommandError(
      'The store changed during verification: run `pequod verify` while nothing writes to it.',
    )
  if (!report.holds) throw new CommandError('The store does not match its events.')
}

interface Line {
  state: 'holds' | 'notice' | 'fails'
  text: string
  more?: readonly string[]
}

const MARKS = { holds: ['green', '✓'], notice: ['yellow', '!'], fails: ['red', '✗'] } as const

function printLine(screen: Screen, { state, text, more = [] }: Line): void {
  const [style, mark] = MARKS[state]
  screen.print({ style, text: mark }, ` ${text}`)
  for (const line of more) screen.print(`  ${line}`)
}

function reportLines(report: Verified & { segments: SegmentsReport; newestWeeks: WeekCheck[] }): Line[] {
  return [
    ...(report.segments.segments > 0 ? [segmentsLine(report.segments)] : []),
    supplyLine(report),
    balancesLine(report),
    coverageLine(report),
    rebuildLine(report),
    boardsLine(report),
    alertsLine(report),
    signalsLine(report.signals, report.newestWeeks),
    ...(report.rules.rules > 0 ? [rulesLine(report.rules)] : []),
    ...(report.log.entries > 0 ? [logLine(report.log)] : []),
  ]
}

function segmentsLine({ segments, rows }: SegmentsReport): Line {
  return {
    state: 'holds',
    text: `Sealed: ${sealedWords(rows)} in ${countText(segments)} segments, every byte as written`,
  }
}

function supplyLine({ supply }: VerifyReport): Line {
  const { ok, partial, failed, failures } = supply
  return {
    state: failed > 0 ? 'fails' : 'holds',
    text: `Supply: ${countText(ok)} conditions OK, ${countText(partial)} PARTIAL, ${countText(failed)} failed`,
    more: failures.flatMap(failureLines),
  }
}

function failureLines({ condition, unexplained, outcomes }: UnitSupply): string[] {
  const name = condition ?? `token ${outcomes[0]?.token ?? ''} of unknown condition`
  return [
    `${name}: ${countText(unexplained)} positions differ from their events`,
    ...outcomes.map(
      ({ held, moved, untracked }, i) =>
        `  outcome ${i}: held ${shares(held)}, events leave ${shares(moved)}, untracked ${shares(untracked)}`,
    ),
  ]
}

function balancesLine({ balances }: VerifyReport): Line {
  const { positions, transferred, untracked, negative } = balances
  const known = `${countText(positions)} positions, ${countText(transferred)} with transfers`
  return {
    state: negative > 0 ? 'fails' : 'holds',
    text: `Balances: ${known}; ${countText(negative)} below zero, ${countText(untracked)} by untracked shares alone`,
  }
}

function coverageLine({ coverage }: VerifyReport): Line {
  const { ok, partial, gap, traders } = coverage
  const more = partial + gap - traders.length
  return {
    state: partial + gap > 0 ? 'notice' : 'holds',
    text: `Traders: ${countText(ok)} OK, ${countText(partial)} PARTIAL, ${countText(gap)} GAP`,
    more: [
      ...traders.map(({ address, status }) => `${address} ${status}`),
      ...(more > 0 ? [`and ${countText(more)} more`] : []),
    ],
  }
}

function rebuildLine({ rebuild, events }: VerifyReport): Line {
  const wrong = rebuild.filter(({ same }) => !same)
  return {
    state: wrong.length > 0 ? 'fails' : 'holds',
    text:
      wrong.length > 0
        ? `Rebuild: ${wrong.length} of ${rebuild.length} tables differ`
        : `Rebuild: ${countText(events)} events folded again give the same ${rebuild.length} tables`,
    more: wrong.map(
      ({ table, rows, rebuiltRows }) =>
        `${table}: ${countText(rows)} rows stored, ${countText(rebuiltRows)} rebuilt`,
    ),
  }
}

function boardsLine({ boards }: VerifyReport): Line {
  const { snapshots, outdated, wrong } = boards
  const found = wrong.length > 0 ? `${wrong.length} are out of order` : 'in order'
  return {
    state: wrong.length > 0 ? 'fails' : 'holds',
    text: `Boards: ${countText(boards.boards)} of ${countText(snapshots)} snapshots, ${found}${outdated > 0 ? `; ${countText(outdated)} snapshots are of a history that has been reloaded since` : ''}`,
    more: wrong,
  }
}

function alertsLine({ alerts: { alerts, retracted, failed, wrong } }: Verified): Line {
  const found =
    failed > 0 ? `${countText(failed)} records do not hold` : 'every hash follows from the one before'
  return {
    state: failed > 0 ? 'fails' : 'holds',
    text: `Whale alerts: ${countText(alerts)}, ${countText(retracted)} retracted; ${found}`,
    more: wrong,
  }
}

function signalsLine(
  { weeks, recalled, signals, failed, wrong }: SignalsReport,
  newest: readonly WeekCheck[],
): Line {
  const differing = newest.filter(({ state }) => state === 'DIFFERS').length
  const found =
    failed > 0 ? `${countText(failed)} records do not hold` : 'every hash follows from the one before'
  const same = newest.filter(({ state }) => state === 'SAME').length
  const derived = `${countText(same)} of ${countText(newest.length)} newest weeks follow from the ledger`
  const isLater = newest.some(({ state }) => state === 'LATER')
  return {
    state: failed + differing > 0 ? 'fails' : isLater ? 'notice' : 'holds',
    text: `Signals: ${countText(signals)} in ${countText(weeks)} weeks${recalled > 0 ? `, ${countText(recalled)} recalled` : ''}; ${found}; ${derived}`,
    more: [...wrong, ...newest.flatMap(({ problem }) => problem ?? [])],
  }
}

function rulesLine({ rules, entries, failed, wrong }: RulesReport): Line {
  const found =
    failed > 0 ? `${countText(failed)} entries do not hold` : 'every hash follows from the one before'
  return {
    state: failed > 0 ? 'fails' : 'holds',
    text: `Registered rules: ${countText(rules)} with ${countText(entries)} entries; ${found}`,
    more: wrong,
  }
}

function logLine({ entries, failed, wrong }: LogReport): Line {
  const found =
    failed > 0 ? `${countText(failed)} entries have other alerts` : 'their alerts are those of the radar'
  return {
    state: failed > 0 ? 'fails' : 'holds',
    text: `Log of days: ${countText(entries)} entries; ${found}`,
    more: wrong,
  }
}

function shares(micro: number): string {
  return numberText(micro / 1e6, 6)
}

import { loadConfig } from '../../config/config.ts'
import { countText } from '../../formats.ts'
import { watchWhales, writeWeeklySignals } from '../../jobs/news.ts'
import { refreshWithProgress } from '../../jobs/refresh-with-progress.ts'
import { addExamples } from '../../jobs/run-lab.ts'
import type { RefreshResult } from '../../numbers/publish/publisher.ts'
import type { CommandContext } from '../command-context.ts'
import { type PrintOptions, parseDay } from '../options.ts'
import { coverageWords } from '../screen/coverage-words.ts'
import { withStore } from '../with-store.ts'

/** `pequod refresh`: computes and publishes a snapshot. Throws a PequodError for an empty ledger. */
export async function refreshStore(
  context: CommandContext,
  options: PrintOptions & { asOf?: string; signs?: boolean },
): Promise<void> {
  const asOf = options.asOf === undefined ? {} : { asOf: parseDay(options.asOf, '--as-of') }
  await withStore(context, async ({ db }) => {
    const result = await refreshWithProgress(context, db, {
      ...asOf,
      ...(options.signs && { signs: Number.POSITIVE_INFINITY }),
    })
    if (options.json) context.screen.printJson(result)
    else context.screen.print(summary(result))
    const coverage = await coverageWords(db)
    if (coverage) context.screen.note(`Coverage: ${coverage.found}. ${coverage.mend}`)
    await writeWeeklySignals(context, db)
    await addExamples(db, loadConfig(context.env).whaleDelayMinutes)
    await watchWhales(context, db)
  })
}

function summary({ traders, boards, seconds, unchanged }: RefreshResult): string {
  if (unchanged) return 'Nothing to do: the ledger has not changed since the last refresh.'
  const made = `${countText(traders)} traders, ${boards} boards`
  return `Published: ${made}, in ${seconds.toFixed(1)} s.`
}

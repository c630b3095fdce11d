import { readFile, stat } from 'node:fs/promises'
import { type Reconciliation, reconcile } from '../../client/entry.ts'
import { CommandError } from '../../errors.ts'
import { exactMoney, exactShares, plural } from '../../formats.ts'
import { MICRO } from '../../ledger/quantities.ts'
import { VIEW_LIMITS } from '../../reconcile/read-view.ts'
import type { CommandContext } from '../command-context.ts'
import { type Cell, minute, textTable } from '../screen/text-table.ts'
import { askService, type ReadOptions } from './ask-service.ts'

interface ReconcileOptions extends ReadOptions {
  trader?: string
  column?: string[]
  asOf?: string
}

type Shown = Pick<Reconciliation['sums'][number], 'name' | 'own' | 'other' | 'causes'>

/** `pequod reconcile`: another site's view of a wallet, each difference with its causes. Throws a CommandError for files that are too large, and for a refusal of the service. */
export async function readReconciliation(
  context: CommandContext,
  files: readonly string[],
  { json, trader, column, asOf, ...options }: ReconcileOptions,
): Promise<void> {
  const texts = await readAll(files)
  const asked = {
    ...(texts.length > 0 && { files: texts }),
    ...(trader !== undefined && { trader }),
    ...(column !== undefined && { columns: column }),
    ...(asOf !== undefined && { asOf }),
  }
  await askService(context, options, async (client) => {
    const found = await reconcile(client, asked)
    if (json) return context.screen.printJson(found)
    for (const line of linesOf(found)) context.screen.print(line)
    if (!found.isWhole)
      context.screen.warn('Some positions have too many days to be replayed: their causes are unknown.')
    const { cutoff } = found
    if (cutoff !== null) context.screen.note(`The ledger counts up to ${minute(cutoff.time)} UTC.`)
  })
}

/** @throws CommandError for a file that cannot be read, and for more than the service takes */
async function readAll(files: readonly string[]): Promise<string[]> {
  const texts: string[] = []
  let bytes = 0
  for (const file of files) {
    try {
      bytes += (await stat(file)).size
      if (bytes > VIEW_LIMITS.characters)
        throw new CommandError(`The files are larger than ${VIEW_LIMITS.characters} bytes together.`)
      texts.push(await readFile(file, 'utf8'))
    } catch (error) {
      if (error instanceof CommandError) throw error
      throw new CommandError(`${file} cannot be read.`, { cause: error })
    }
  }
  return texts
}

function linesOf(found: Reconciliation): string[] {
  const { sums, causes, positions, markets, positionCount, differentCount } = found
  const lines = [
    `${found.trader.username ?? found.trader.address}: ${plural(positionCount, 'position')} compared, ${differentCount} different.`,
    '',
    ...textTable(['SUM', 'OURS', 'THEIRS', 'DIFFERENCE', 'BECAUSE OF'], sums.map(rowOf)),
  ]
  if (causes.length > 0)
    lines.push('', ...causes.map(({ cause, text, count }) => `${wordsOf(cause)} (${count}): ${text}`))
  const different = positions.flatMap(({ title, numbers, isListed }) =>
    numbers
      .filter(({ own, other }) => own !== other)
      .map((number) => [isListed ? title : `${title} (not listed there)`, ...rowOf(number)]),
  )
  if (different.length > 0)
    lines.push(
      '',
      ...textTable(['POSITION', 'NUMBER', 'OURS', 'THEIRS', 'DIFFERENCE', 'BECAUSE OF'], different),
    )
  const flows = markets.map((market) => [market.title ?? '–', ...rowOf({ ...market, name: 'cash' })])
  if (flows.length > 0)
    lines.push('', ...textTable(['MARKET', 'NUMBER', 'OURS', 'THEIRS', 'DIFFERENCE', 'BECAUSE OF'], flows))
  return lines
}

function rowOf({ name, own, other, causes }: Shown): Cell[] {
  const text = (value: number, isSigned = false) => {
    const micro = Math.round(value * MICRO)
    return name === 'shares' ? exactShares(micro, isSigned) : exactMoney(micro, isSigned)
  }
  return [
    name,
    { right: text(own) },
    { right: text(other) },
    { right: text(other - own, true) },
    causes.map(({ cause, amount }) => `${wordsOf(cause)} ${text(amount, true)}`).join(', '),
  ]
}

/** `UNREDEEMED_LOSER` as words. */
function wordsOf(cause: string): string {
  return cause.toLowerCase().replaceAll('_', ' ')
}

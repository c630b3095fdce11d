import type { Bench } from './bench.ts'
import { judgeAims, type Verdict } from './judge-aims.ts'

/** The result of a bench: its machine, in one line, and its output without empty lines. */
export interface Result {
  measured: string
  printed: readonly string[]
}

const HEAD = `# Measured

Written by \`npm run bench\`, which runs the short set; \`npm run bench -- NAME…\` runs some benches and \`npm run bench:all\` all of
them. \`npm run bench -- --tiny\` is a quick look at whether they still run, and writes nothing. A run replaces the sections of
what it ran and leaves the others. Ratios are of rounds in turns, each as its median with the least and the most. Absolute figures
are of the machine and the load that stand above them; on a machine that others use, only the ratios say something.
`
const MARK = /^<!-- bench (\S+) -->$/
/** Markdown's own sign for text as it was printed. */
const INDENT = '    '

/** The page, in the benches' order; those without a result are omitted. */
export function printResults(benches: readonly Bench[], results: ReadonlyMap<string, Result>): string {
  const known = benches.flatMap((bench) => {
    const result = results.get(bench.name)
    return result ? [{ bench, result, verdicts: judgeAims(bench, result.printed) }] : []
  })
  const rows = known.flatMap(({ bench, verdicts }) => verdicts.map((verdict) => aimRow(bench, verdict)))
  const aims = ['| bench | aim | measured | |', '| --- | --- | --- | --- |', ...rows].join('\n')
  const sections = known.map(({ bench, result }) => section(bench, result))
  return [HEAD, ...(rows.length > 0 ? [`## Aims\n\n${aims}\n`] : []), ...sections].join('\n')
}

/** The results that {@link printResults} wrote on a page, by the names of their benches. */
export function parseResults(page: string): Map<string, Result> {
  const results = new Map<string, Result>()
  let name: string | null = null
  let lines: string[] = []
  for (const line of [...page.split('\n'), '<!-- bench end -->']) {
    const mark = MARK.exec(line)?.[1]
    if (mark === undefined) {
      lines.push(line)
      continue
    }
    if (name !== null) results.set(name, resultIn(lines))
    name = mark
    lines = []
  }
  return results
}

function section({ name, title, shows }: Bench, { measured, printed }: Result): string {
  const text = printed.map((line) => INDENT + line).join('\n')
  return `<!-- bench ${name} -->\n## ${title}\n\n${shows}\n\n*${measured}*\n\n${text}\n`
}

function resultIn(lines: readonly string[]): Result {
  const measured = lines.find((line) => /^\*.*\*$/.test(line))?.slice(1, -1) ?? 'not known when'
  const printed = lines.filter((line) => line.startsWith(INDENT)).map((line) => line.slice(INDENT.length))
  return { measured, printed }
}

function aimRow({ name }: Bench, { aim, figure, isMet }: Verdict): string {
  const bounds = [
    ...(aim.least === undefined ? [] : [`at least ${aim.least}`]),
    ...(aim.most === undefined ? [] : [`at most ${aim.most}`]),
  ]
  return `| ${name} | ${aim.what}: ${bounds.join(', ')} | ${figure ?? '–'} | ${outcome(isMet, aim.bound)} |`
}

function outcome(isMet: boolean | null, bound = 'what bounds it is not known yet.'): string {
  if (isMet === null) return 'not measured'
  return isMet ? 'met' : `**missed**: ${bound}`
}

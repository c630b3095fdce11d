import type { Aim, Bench } from './bench.ts'

/** How an aim came out. */
export interface Verdict {
  aim: Aim
  /** Null where it was not printed, or is no number. */
  figure: number | null
  /** Null without a figure. */
  isMet: boolean | null
}

/** Each of a bench's aims against the lines that it printed. */
export function judgeAims({ aims = [] }: Bench, printed: readonly string[]): Verdict[] {
  return aims.map((aim) => {
    const figure = figureIn(printed.join('\n'), aim.figure)
    return { aim, figure, isMet: figure === null ? null : isWithin(figure, aim) }
  })
}

function figureIn(text: string, pattern: RegExp): number | null {
  const found = pattern.exec(text)?.[1]?.replaceAll(',', '')
  const figure = found === undefined ? Number.NaN : Number.parseFloat(found)
  return Number.isFinite(figure) ? figure : null
}

function isWithin(figure: number, { least = -Infinity, most = Infinity }: Aim): boolean {
  return figure >= least && figure <= most
}

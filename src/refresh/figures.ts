import { LEADERBOARDS } from '../metrics/leaderboards.ts'

/** A number that few traders have, by trader id, and whether it has changed since it was last written. */
export interface Figure {
  values: Map<number, number>
  isChanged: boolean
}

/** When a board is sorted for: at the cutoff, and at the close of the day before. */
export type Moment = 'now' | 'dayBefore'
export const MOMENTS = ['now', 'dayBefore'] as const satisfies readonly Moment[]

/** All figures of a snapshot. */
export type Figures = ReadonlyMap<string, Figure>

/** The figures of one trader, by name; those that are missing the trader does not have. */
export type OwnFigures = ReadonlyMap<string, number>

/** What orders a trader on a board whose numbers the standings do not hold. */
export function scoreName(moment: Moment, board: string): string {
  return `${moment} ${board}`
}

/** 1 for bots. */
export function botsName(moment: Moment): string {
  return `${moment} bots`
}

/** Whose scores a price at the cutoff moves in other ways than by its change: the sum of {@link SENSITIVE_BY}. */
export const SENSITIVE = 'sensitive'
/** Which scores those are: of the weeks, where there are enough of them, and of who could be copied. */
export const SENSITIVE_BY = { weeks: 1, copies: 2 } as const
/** The p-value of the edge. */
export const P_VALUE = 'pValue'

/** The first day on which shares left that the ledger had not seen come: from its close on the coverage is not OK. */
export const PARTIAL_FROM = 'partialFrom'

/** The names of all figures. */
export const FIGURE_NAMES: readonly string[] = [
  ...MOMENTS.flatMap((moment) => [
    ...LEADERBOARDS.filter(({ tab }) => tab.isScored).map(({ id }) => scoreName(moment, id)),
    botsName(moment),
  ]),
  SENSITIVE,
  P_VALUE,
  PARTIAL_FROM,
]

/** Figures that nobody has. */
export function noFigures(): Figures {
  return new Map(FIGURE_NAMES.map((name) => [name, { values: new Map(), isChanged: false }]))
}

/** Makes a trader's figures these, in place; null for who has none. */
export function setFigures(figures: Figures, trader: number, own: OwnFigures | null): void {
  for (const [name, figure] of figures) setFigure(figure, trader, own?.get(name))
}

/** Makes one of a trader's figures this, in place; undefined for none. */
export function setFigure(figure: Figure, trader: number, value: number | undefined): void {
  if (figure.values.get(trader) === value) return
  if (value === undefined) figure.values.delete(trader)
  else figure.values.set(trader, value)
  figure.isChanged = true
}

/** The traders, then their values, by ascending id: the same figure gives the same bytes. */
export function packFigure({ values }: Figure): Float64Array {
  const traders = [...values.keys()].sort((a, b) => a - b)
  return Float64Array.from([...traders, ...traders.map((trader) => values.get(trader) ?? 0)])
}

/** What {@link packFigure} packed, as unchanged. */
export function unpackFigure(packed: Float64Array): Figure {
  const count = packed.length / 2
  const values = new Map<number, number>()
  for (let i = 0; i < count; i++) values.set(packed[i] ?? 0, packed[count + i] ?? 0)
  return { values, isChanged: false }
}

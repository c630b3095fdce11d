/** Figures of several rounds as one text: their median, with the least and the most of them in brackets. */
export function spread(figures: readonly number[], digits = 0): string {
  const [middle, least, most] = [median(figures), Math.min(...figures), Math.max(...figures)].map((figure) =>
    figure.toLocaleString('en', { maximumFractionDigits: digits, minimumFractionDigits: digits }),
  )
  return `${middle} (${least} to ${most})`
}

/** Each round's figure over another's of the same round. NaN where the other has no such round. */
export function ratios(ours: readonly number[], theirs: readonly number[]): number[] {
  return ours.map((figure, round) => figure / (theirs[round] ?? Number.NaN))
}

/** The middle of some figures; of an even number, the upper of the two in the middle. NaN without any. */
export function median(figures: readonly number[]): number {
  return figures.toSorted((a, b) => a - b)[Math.floor(figures.length / 2)] ?? Number.NaN
}

/**
 * For each trader of a board, the rank from 1 on the board of the day before, 0 for who was not on it.
 * @param rankOf scratch memory by trader id, all zero; it is all zero again afterwards
 */
export function previousRanks(board: Int32Array, dayBefore: Int32Array, rankOf: Int32Array): Int32Array {
  dayBefore.forEach((trader, i) => {
    rankOf[trader] = i + 1
  })
  const ranks = board.map((trader) => rankOf[trader] ?? 0)
  for (const trader of dayBefore) rankOf[trader] = 0
  return ranks
}

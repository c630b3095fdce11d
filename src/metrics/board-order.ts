/** The order of every board by its metric, for descriptions; {@link compareRanks} is the same as code. */
export const BOARD_ORDER = 'highest first; ties by volume, then by address'

/**
 * The order of boards: by score (the board's metric) descending, then volume descending, then address ascending. Below
 * 0 if place A is above place B. Takes numbers, not objects: boards are sorted in columns.
 * @param volumeA of the board's period, in micro-dollars; above 2^53 the nearest double
 * @param addressA the address's place among all addresses in byte order
 */
export function compareRanks(
  scoreA: number,
  scoreB: number,
  volumeA: number,
  volumeB: number,
  addressA: number,
  addressB: number,
): number {
  return scoreB - scoreA || volumeB - volumeA || addressA - addressB
}

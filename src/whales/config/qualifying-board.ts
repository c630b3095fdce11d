/** The boards that make a fill of their top 100 an alert (methodology §8), by id. */
export const QUALIFYING_BOARDS = ['consistent-all', 'copyable-all', 'prescience-all'] as const

export type QualifyingBoard = (typeof QUALIFYING_BOARDS)[number]

const BOARDS: ReadonlySet<string> = new Set(QUALIFYING_BOARDS)

/** Whether an id is one of {@link QUALIFYING_BOARDS}; the chain of alerts can hold boards of other versions. */
export function isQualifyingBoard(id: string | null): id is QualifyingBoard {
  return id !== null && BOARDS.has(id)
}

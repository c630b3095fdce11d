/** The boards whose first hundred make a fill an alert (methodology §8), by their ids. */
export const QUALIFYING_BOARDS = ['consistent-all', 'copyable-all', 'prescience-all'] as const

/** One of {@link QUALIFYING_BOARDS}. */
export type QualifyingBoard = (typeof QUALIFYING_BOARDS)[number]

const BOARDS: ReadonlySet<string> = new Set(QUALIFYING_BOARDS)

/** Whether an id is that of one of {@link QUALIFYING_BOARDS}; the chain of alerts can hold ids of other versions' boards. */
export function isQualifyingBoard(id: string | null): id is QualifyingBoard {
  return id !== null && BOARDS.has(id)
}

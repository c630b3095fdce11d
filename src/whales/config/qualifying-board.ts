/** The boards whose first hundred make a fill an alert (methodology §8), by their ids. */
export const QUALIFYING_BOARDS = ['consistent-all', 'copyable-all', 'prescience-all'] as const

/** One of {@link QUALIFYING_BOARDS}. */
export type QualifyingBoard = (typeof QUALIFYING_BOARDS)[number]

import { builder } from './builder.ts'

/** Who sees a board whole. */
export const BoardAccessEnum = builder.enumType('BoardAccess', {
  description: 'Who sees a leaderboard with the people behind its rows.',
  values: {
    PUBLIC: { description: 'Everybody.' },
    SIGNED_IN: {
      description: 'Whoever is signed in; an anonymous caller sees the rows without the people behind them.',
    },
  } as const,
})

import { builder } from '../kit/builder.ts'

/** On which side of the book the owner of a fill stood. */
export const FillRoleEnum = builder.enumType('FillRole', {
  description: "On which side of the book a fill's owner stood.",
  values: {
    MAKER: { description: 'Its order lay in the book.' },
    TAKER: { description: 'Its order crossed the book.' },
  } as const,
})

import type { ZodError } from 'zod'
import { type InputProblem, PequodError } from '../../errors.ts'

/** Returns the fields given in an input; null counts as omitted. */
export function givenFields(input: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null))
}

/**
 * The refusal of a field's arguments: BAD_USER_INPUT with one problem for each argument, or field of one (`input.name`), that was wrong. A check's
 * message is a predicate ("must be between 1 and 1000"), so that the argument's name before it makes a sentence.
 */
export function argumentError(error: Pick<ZodError, 'issues'>): PequodError {
  const problems = error.issues.map(
    (issue): InputProblem => ({
      in: 'argument',
      name: issue.path.filter((part) => typeof part === 'string').join('.') || 'arguments',
      message: issue.message,
    }),
  )
  const sentence = problems.map((problem) => `The argument ${problem.name} ${problem.message}.`).join(' ')
  return new PequodError('BAD_USER_INPUT', sentence, { problems })
}

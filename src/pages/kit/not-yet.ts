import { PequodError } from '../../errors.ts'

/**
 * Returns an operation's answer; null before there is data, as before the first refresh or the first week of
 * smart money. Rejects with any other failure.
 */
export async function orNotYet<Result>(answer: Promise<Result>): Promise<Result | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof PequodError && error.code === 'SERVICE_UNAVAILABLE') return null
    throw error
  }
}

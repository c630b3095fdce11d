import type { Tier } from '../../access/tier.ts'
import type { FailureExamples } from './failure-responses.ts'
import type { ParameterExamples } from './parameter-objects.ts'

/** The document's examples from a small demo world: parameters and real answers, their lists shortened. */
export interface DocumentExamples {
  /** Values by the name of the route, then of the parameter. */
  parameters: Readonly<Record<string, ParameterExamples>>
  /** Bodies by the name of the route, then by the caller's tier. */
  answers: Readonly<Record<string, Readonly<Partial<Record<Tier, unknown>>>>>
  /** Bodies of refusals by their code. */
  failures: FailureExamples
}

import type { Tier } from '../../access/tier.ts'
import type { FailureExamples } from './failure-responses.ts'
import type { ParameterExamples } from './parameter-objects.ts'

/** What the document shows of a small demo world: what was asked, and real answers, their lists cut short. */
export interface DocumentExamples {
  /** Values that were asked for, by the name of the route, then of the parameter. */
  parameters: Readonly<Record<string, ParameterExamples>>
  /** Bodies by the name of the route, then by the tier of who asked. */
  answers: Readonly<Record<string, Readonly<Partial<Record<Tier, unknown>>>>>
  /** Bodies of refusals by their code. */
  failures: FailureExamples
}

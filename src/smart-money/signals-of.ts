import { highlightOf } from './highlight-of.ts'
import { type SignalKind, signalKind, signalSide } from './signal-kind.ts'
import type { Side, Stance } from './stance.ts'

/** A stance that says something. */
export interface Signal {
  kind: SignalKind
  side: Side
  stance: Stance
}

/** The signals of stances: opportunities and consensus in the order of the stances, then the highlight if there is one. */
export function signalsOf(stances: readonly Stance[]): Signal[] {
  const signals = stances.flatMap((stance) => {
    const kind = signalKind(stance)
    return kind === null ? [] : [signalOf(kind, stance)]
  })
  const highlight = highlightOf(stances)
  return highlight ? [...signals, signalOf('HIGHLIGHT', highlight)] : signals
}

function signalOf(kind: SignalKind, stance: Stance): Signal {
  return { kind, side: signalSide(kind, stance), stance }
}

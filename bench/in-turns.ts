/** Measures each of these once a round, and answers each one's rounds. Whoever is first in a round is second in the next. */
export async function inTurns<Subject, Round>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<Round>,
): Promise<Round[][]> {
  const measured: Round[][] = subjects.map(() => [])
  for (let round = 0; round < rounds; round++) {
    for (let turn = 0; turn < subjects.length; turn++) {
      const at = (turn + round) % subjects.length
      for (const subject of subjects.slice(at, at + 1)) measured[at]?.push(await measure(subject))
    }
  }
  return measured
}

/** Measures each subject once a round, and returns each one's rounds. The first in a round is the last in the next. */
export async function inTurns<Subject, Round>(
  subjects: readonly Subject[],
  rounds: number,
  measure: (subject: Subject) => Promise<Round>,
): Promise<Round[][]> {
  const measured = subjects.map((subject) => ({ subject, rounds: [] as Round[] }))
  for (let round = 0; round < rounds; round++) {
    const first = round % measured.length
    for (const one of [...measured.slice(first), ...measured.slice(0, first)])
      one.rounds.push(await measure(one.subject))
  }
  return measured.map((one) => one.rounds)
}

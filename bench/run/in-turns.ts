/** Measures each of these once a round, and answers each one's rounds. Whoever is first in a round is last in the next. */
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

import { PequodError } from '../../errors.ts'
import { dayOf, type Seconds } from '../../ledger/quantities.ts'
import { recordClose, unrecordedScreens } from '../../screens/screen-closes.ts'
import { tableOf } from '../../screens/screens.ts'
import type { Database } from '../../store/engine/database.ts'
import type { ReadTop } from '../follow.ts'
import { withinBounds } from '../watch-cursor.ts'

/** Screens that one snapshot records at most; the next one has the others. */
const MOST_SCREENS = 100

/**
 * Records the members of saved screens after the last close, by the first snapshot that can answer: rules of the lab choose from them. A
 * screen that cannot be answered has no record of that day.
 */
export async function recordCloses(
  db: Database,
  { id: snapshot, cutoffTime: time }: { id: number; cutoffTime: Seconds },
  readTop: ReadTop,
): Promise<void> {
  const day = dayOf(time) - 1
  const screens = await unrecordedScreens(db, day, MOST_SCREENS)
  const { now } = withinBounds(screens, (screen) => ({
    answered: 0,
    question: screen.question,
    table: tableOf(screen),
  }))
  for (const { id, question, top } of now)
    try {
      const answer = await readTop(question, top)
      // A newer snapshot goes on.
      if (answer.snapshot !== snapshot) return
      const traders = answer.traders.slice(0, top)
      await db.transaction((tx) => recordClose(tx, id, { day, time, traders }))
    } catch (error) {
      if (!(error instanceof PequodError)) throw error
      if (error.code === 'SERVICE_UNAVAILABLE') return
    }
}

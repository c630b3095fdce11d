import type { BoardWhere } from '../../../src/store/snapshot/snapshot-reader.ts'
import { FLAGS } from '../../../src/store/snapshot/standings.ts'

const without = (flag: number): BoardWhere => ({
  key: `without ${flag}`,
  fits: async ({ flags }) => flags.map((own) => Number((own & flag) === 0)),
})

/** Conditions on a board's traders, read off their flags. */
export const WITHOUT_BOTS = without(FLAGS.bot)
export const WITHOUT_PARTIAL = without(FLAGS.partial)

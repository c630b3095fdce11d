import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { median } from './spread.ts'

/** Counts what a PostgreSQL server is asked, by what it logs. */
export interface StatementLog {
  /** Takes what the server logs. */
  note(message: string): void
  /**
   * Counts the statements of a piece of work at the database `url`, from any connection, without beginnings and ends of
   * transactions. The median of several runs, which excludes background work.
   */
  count(url: string, work: () => Promise<unknown>): Promise<number>
}

const TIMES = 5
const MARK = 'counted'
const STATEMENT = new RegExp(
  `LOG:\\s+(?:statement|execute [^:]+): (?!BEGIN|COMMIT|ROLLBACK|SET|SELECT '${MARK})`,
  'gi',
)
/** Sessions apply a setting with their next statement after a reload. */
const SETTING_MS = 500

/** An empty log. */
export function createStatementLog(): StatementLog {
  let logged = ''
  let marks = 0
  /** Everything that was asked before has been noted. */
  const settle = async (client: pg.Client) => {
    const mark = `${MARK} ${marks++}`
    await client.query(`SELECT '${mark}'`)
    while (!logged.includes(mark)) await sleep(5)
  }
  const countOnce = async (client: pg.Client, work: () => Promise<unknown>) => {
    await settle(client)
    logged = ''
    await work()
    await settle(client)
    return logged.match(STATEMENT)?.length ?? 0
  }
  return {
    note(message) {
      logged += message
    },
    async count(url, work) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      try {
        await setLogging(client, "SET log_statement = 'all'")
        await work()
        const counts: number[] = []
        for (let time = 0; time < TIMES; time++) counts.push(await countOnce(client, work))
        await setLogging(client, 'RESET log_statement')
        return median(counts)
      } finally {
        logged = ''
        await client.end()
      }
    },
  }
}

async function setLogging(client: pg.Client, setting: string): Promise<void> {
  await client.query(`ALTER SYSTEM ${setting}`)
  await client.query('SELECT pg_reload_conf()')
  await sleep(SETTING_MS)
}

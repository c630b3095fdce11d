import pg from 'pg'
import type { Sql } from '../engine/database.ts'

const CHANNEL = 'pequod_whale_alerts'
/** Milliseconds until a connection that was lost is tried again. */
const AGAIN_MS = 1_000

/** Tells every process that listens on this PostgreSQL of new alerts, once the transaction that writes them commits. */
export async function noticeAlerts(tx: Sql): Promise<void> {
  if (tx.dialect === 'postgres') await tx.get(`SELECT pg_notify('${CHANNEL}', '')`)
}

/**
 * Listens for {@link noticeAlerts} on a connection of its own, which is made again for as long as it takes.
 * @param onNotice called at each notice, and whenever notices may have been missed
 * @returns ends it
 */
export function listenForAlerts(url: string, onNotice: () => void): () => Promise<void> {
  let client: pg.Client | null = null
  let timer: NodeJS.Timeout | null = null
  let ended = false

  const connect = () => {
    const fresh = new pg.Client({ connectionString: url, keepAlive: true })
    client = fresh
    const again = () => {
      if (client !== fresh || ended) return
      client = null
      timer = setTimeout(connect, AGAIN_MS)
      // What it receives by then is not passed on: another connection replaces it.
      fresh.end().catch(() => undefined)
    }
    fresh.on('notification', onNotice)
    fresh.on('error', again)
    fresh.on('end', again)
    fresh
      .connect()
      .then(() => fresh.query(`LISTEN ${CHANNEL}`))
      .then(onNotice)
      .catch(again)
  }
  connect()
  return async () => {
    ended = true
    if (timer !== null) clearTimeout(timer)
    await client?.end().catch(() => undefined)
  }
}

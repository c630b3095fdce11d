import pg from 'pg'
import type { Sql } from '../../store/engine/database.ts'

const CHANNEL = 'pequod_whale_alerts'
/** Milliseconds before a lost connection is tried again. */
const AGAIN_MS = 1_000

/** Notifies every process that listens on this PostgreSQL, once the transaction that writes the alerts commits. */
export async function noticeAlerts(tx: Sql): Promise<void> {
  if (tx.dialect === 'postgres') await tx.get(`SELECT pg_notify('${CHANNEL}', '')`)
}

/**
 * Listens for {@link noticeAlerts} on a connection of its own, and reconnects for as long as it takes.
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
      // Notices after the error are dropped: the next connection reports them.
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

import { setTimeout as sleep } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import type { Tier } from '../access/tier.ts'

/** A message to the other serving processes, since any process may hold a session's stream. */
export type SessionChange =
  | { kind: 'OPEN'; key: string; tier: Tier; caller: string }
  | { kind: 'WATCH'; key: string; uri: string; isOn: boolean }
  | { kind: 'END'; key: string }

export interface SessionPeers {
  send(change: SessionChange): void
  onChange(listener: (change: SessionChange) => void): void
}

/** A stream of a session's notifications. */
export interface SessionStream {
  /** The caller whose streams {@link SessionLimits.streamsOfCaller} counts. */
  caller: string
  notify(uri: string): void
  end(): void
}

/** A session's hold on its stream. */
export interface StreamHold {
  /** Reports a listener, which keeps the session from expiring. */
  touch(): void
  release(): void
}

export interface SessionLimits {
  /** Sessions that a process knows; the one longest without a sign of life goes first. */
  sessions: number
  /** Those of one caller among them; the one opened first goes first, so that a flood of sessions ends its own alone. */
  sessionsOfCaller: number
  /** Milliseconds without a message, a stream or a change after which a session is forgotten. */
  idleMs: number
  watched: number
  /** Streams that are open in a process, and those of one caller among them. */
  streams: number
  streamsOfCaller: number
  /** Milliseconds between two looks for changes. */
  everyMs: number
}

export const SESSION_LIMITS: SessionLimits = {
  sessions: 2_000,
  sessionsOfCaller: 50,
  idleMs: 3_600_000,
  watched: 50,
  streams: 1_000,
  streamsOfCaller: 20,
  everyMs: 1_000,
}

export interface McpSessionsOptions {
  /** The version of a resource as a tier may see it: another text after a change; null: it never changes. */
  markOf(uri: string, tier: Tier): Promise<string | null>
  /** @default none */
  peers?: SessionPeers | undefined
  limits?: Partial<SessionLimits> | undefined
  /** Told of failures to look for changes; the next look comes. */
  onError(error: unknown): void
  /** Milliseconds from any start, for the expiry of sessions. @default performance.now */
  clock?: () => number
}

/** Sessions that watch resources. Keys hold the caller, so that no caller reaches another's. */
export interface McpSessions {
  /** @param caller the key by which sessions and streams are counted */
  open(key: string, tier: Tier, caller: string): void
  /** False if no such session is known here, and no other process reports it within a moment. */
  isKnown(key: string): Promise<boolean>
  /** Watches a resource, or stops. False if the session has no watches left. */
  watch(key: string, uri: string, isOn: boolean): boolean
  /**
   * Attaches a stream to a known session and replaces its earlier one; changes since then are sent
   * immediately.
   * @returns the hold on it, null if all streams are in use
   */
  listen(key: string, tier: Tier, stream: SessionStream): StreamHold | null
  end(key: string): void
  /** Ends every stream, and the looking for changes. */
  close(): void
}

interface Session {
  tier: Tier
  caller: string
  /** The version of each resource at its last notification; null before the first look. */
  watched: Map<string, string | null>
  /** Changed while there was no stream. */
  pending: Set<string>
  stream: SessionStream | null
}

/** Milliseconds to wait for a message of another process. */
const PEERS_MS = 500

/**
 * Creates the sessions of this process and of its peers. It reads nothing while no session watches anything.
 */
export function createMcpSessions(options: McpSessionsOptions): McpSessions {
  const { markOf, peers, onError, clock = () => performance.now() } = options
  const limits = { ...SESSION_LIMITS, ...options.limits }
  const ending = new AbortController()
  /** Keys by caller in the order of opening, which is the same in every process. */
  const opened = new Map<string, Set<string>>()
  const sessions = new LRUCache<string, Session>({
    max: limits.sessions,
    ttl: limits.idleMs,
    updateAgeOnGet: true,
    ttlResolution: 0,
    perf: { now: clock },
    dispose: ({ stream, caller }, key) => {
      stream?.end()
      const keys = opened.get(caller)
      keys?.delete(key)
      if (keys?.size === 0) opened.delete(caller)
    },
  })
  const streams = new Map<SessionStream, string>()
  let looking = false

  const begin = ({ key, tier, caller }: SessionChange & { kind: 'OPEN' }) => {
    sessions.set(key, { tier, caller, watched: new Map(), pending: new Set(), stream: null })
    const keys = opened.get(caller) ?? new Set()
    opened.set(caller, keys.add(key))
    const [oldest] = keys
    if (keys.size > limits.sessionsOfCaller && oldest !== undefined) sessions.delete(oldest)
  }
  const apply = (change: SessionChange) => {
    const { key } = change
    if (change.kind === 'END') sessions.delete(key)
    else if (change.kind === 'OPEN') begin(change)
    else {
      const session = sessions.get(key)
      if (change.isOn && session?.watched.has(change.uri) === false) session.watched.set(change.uri, null)
      if (!change.isOn) session?.watched.delete(change.uri)
      void lookOn()
    }
  }
  peers?.onChange(apply)
  const change = (one: SessionChange) => {
    apply(one)
    peers?.send(one)
  }
  const notify = (session: Session, uri: string) => {
    if (session.stream === null) session.pending.add(uri)
    else session.stream.notify(uri)
  }
  /** Each mark is made once a look, however many watch it. */
  const look = async () => {
    const marks = new Map<string, Promise<string | null>>()
    for (const session of [...sessions.values()]) {
      for (const [uri, before] of session.watched) {
        const asked = `${session.tier} ${uri}`
        const making = marks.get(asked) ?? markOf(uri, session.tier)
        marks.set(asked, making)
        const mark = await making
        if (mark === null || mark === before || !session.watched.has(uri)) continue
        session.watched.set(uri, mark)
        if (before === null) continue
        notify(session, uri)
      }
    }
  }
  const isWatched = () => [...sessions.values()].some(({ watched }) => watched.size > 0)
  const lookOn = async () => {
    if (looking) return
    looking = true
    while (!ending.signal.aborted && isWatched()) {
      await look().catch(onError)
      await sleep(limits.everyMs, undefined, { signal: ending.signal, ref: false }).catch(() => undefined)
    }
    looking = false
  }
  return {
    open: (key, tier, caller) => change({ kind: 'OPEN', key, tier, caller }),
    async isKnown(key) {
      for (let waited = 0; peers !== undefined && waited < PEERS_MS && !sessions.has(key); waited += 50)
        await sleep(50)
      return sessions.get(key) !== undefined
    },
    watch(key, uri, isOn) {
      const session = sessions.get(key)
      if (isOn && session?.watched.has(uri) !== true && (session?.watched.size ?? 0) >= limits.watched)
        return false
      change({ kind: 'WATCH', key, uri, isOn })
      return true
    },
    listen(key, tier, stream) {
      const session = sessions.get(key)
      if (session === undefined || ending.signal.aborted) return null
      if (session.stream !== null) {
        streams.delete(session.stream)
        session.stream.end()
      }
      const own = [...streams.values()].filter((caller) => caller === stream.caller)
      if (streams.size >= limits.streams || own.length >= limits.streamsOfCaller) return null
      streams.set(stream, stream.caller)
      Object.assign(session, { tier, stream })
      for (const uri of session.pending) stream.notify(uri)
      session.pending.clear()
      return {
        touch: () => void sessions.get(key),
        release() {
          streams.delete(stream)
          if (session.stream === stream) session.stream = null
        },
      }
    },
    end: (key) => change({ kind: 'END', key }),
    close() {
      ending.abort()
      for (const stream of streams.keys()) stream.end()
    },
  }
}

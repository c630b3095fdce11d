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

export interface SessionStream {
  /** The caller whose streams {@link SessionLimits.streamsOfCaller} counts. */
  caller: string
  notify(uri: string): void
  end(): void
}

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
  const sessions = new ProcessSessions(options)
  options.peers?.onChange((change) => sessions.apply(change))
  return sessions
}

class ProcessSessions implements McpSessions {
  readonly #options: McpSessionsOptions
  readonly #limits: SessionLimits
  readonly #sessions: LRUCache<string, Session>
  /** Keys by caller in the order of opening, which is the same in every process. */
  readonly #opened = new Map<string, Set<string>>()
  readonly #streams = new Set<SessionStream>()
  readonly #ending = new AbortController()
  #isLooking = false

  constructor(options: McpSessionsOptions) {
    const { clock = () => performance.now() } = options
    this.#options = options
    this.#limits = { ...SESSION_LIMITS, ...options.limits }
    this.#sessions = new LRUCache<string, Session>({
      max: this.#limits.sessions,
      ttl: this.#limits.idleMs,
      updateAgeOnGet: true,
      ttlResolution: 0,
      perf: { now: clock },
      dispose: (session, key) => this.#forget(session, key),
    })
  }

  open(key: string, tier: Tier, caller: string): void {
    this.#change({ kind: 'OPEN', key, tier, caller })
  }

  async isKnown(key: string): Promise<boolean> {
    const isAlone = this.#options.peers === undefined
    for (let waited = 0; !isAlone && waited < PEERS_MS && !this.#sessions.has(key); waited += 50)
      await sleep(50)
    return this.#sessions.get(key) !== undefined
  }

  watch(key: string, uri: string, isOn: boolean): boolean {
    const watched = this.#sessions.get(key)?.watched
    if (isOn && watched?.has(uri) !== true && (watched?.size ?? 0) >= this.#limits.watched) return false
    this.#change({ kind: 'WATCH', key, uri, isOn })
    return true
  }

  listen(key: string, tier: Tier, stream: SessionStream): StreamHold | null {
    const session = this.#sessions.get(key)
    if (session === undefined || this.#ending.signal.aborted) return null
    if (session.stream !== null) {
      this.#streams.delete(session.stream)
      session.stream.end()
    }
    const own = [...this.#streams].filter(({ caller }) => caller === stream.caller)
    if (this.#streams.size >= this.#limits.streams || own.length >= this.#limits.streamsOfCaller) return null
    this.#streams.add(stream)
    Object.assign(session, { tier, stream })
    for (const uri of session.pending) stream.notify(uri)
    session.pending.clear()
    return {
      touch: () => void this.#sessions.get(key),
      release: () => {
        this.#streams.delete(stream)
        if (session.stream === stream) session.stream = null
      },
    }
  }

  end(key: string): void {
    this.#change({ kind: 'END', key })
  }

  close(): void {
    this.#ending.abort()
    for (const stream of this.#streams) stream.end()
  }

  /** Makes a change here alone: this process's own, or one that another process sent. */
  apply(change: SessionChange): void {
    if (change.kind === 'END') this.#sessions.delete(change.key)
    else if (change.kind === 'OPEN') this.#begin(change)
    else this.#setWatch(change)
  }

  #change(change: SessionChange): void {
    this.apply(change)
    this.#options.peers?.send(change)
  }

  #begin({ key, tier, caller }: SessionChange & { kind: 'OPEN' }): void {
    this.#sessions.set(key, { tier, caller, watched: new Map(), pending: new Set(), stream: null })
    const keys = this.#opened.get(caller) ?? new Set()
    this.#opened.set(caller, keys.add(key))
    const [oldest] = keys
    if (keys.size > this.#limits.sessionsOfCaller && oldest !== undefined) this.#sessions.delete(oldest)
  }

  #forget({ stream, caller }: Session, key: string): void {
    stream?.end()
    const keys = this.#opened.get(caller)
    keys?.delete(key)
    if (keys?.size === 0) this.#opened.delete(caller)
  }

  #setWatch({ key, uri, isOn }: SessionChange & { kind: 'WATCH' }): void {
    const session = this.#sessions.get(key)
    if (isOn && session?.watched.has(uri) === false) session.watched.set(uri, null)
    if (!isOn) session?.watched.delete(uri)
    void this.#lookOn()
  }

  async #lookOn(): Promise<void> {
    if (this.#isLooking) return
    this.#isLooking = true
    const { signal } = this.#ending
    while (!signal.aborted && this.#isWatched()) {
      await this.#look().catch(this.#options.onError)
      await sleep(this.#limits.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
    this.#isLooking = false
  }

  #isWatched(): boolean {
    return [...this.#sessions.values()].some(({ watched }) => watched.size > 0)
  }

  /** Each mark is made once a look, however many watch it. */
  async #look(): Promise<void> {
    const marks = new Map<string, Promise<string | null>>()
    for (const session of [...this.#sessions.values()]) {
      for (const [uri, before] of session.watched) {
        const asked = `${session.tier} ${uri}`
        const making = marks.get(asked) ?? this.#options.markOf(uri, session.tier)
        marks.set(asked, making)
        const mark = await making
        if (mark === null || mark === before || !session.watched.has(uri)) continue
        session.watched.set(uri, mark)
        if (before !== null) notify(session, uri)
      }
    }
  }
}

function notify({ stream, pending }: Session, uri: string): void {
  if (stream === null) pending.add(uri)
  else stream.notify(uri)
}

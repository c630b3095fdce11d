/** Where something can be on its way to: a channel, and the lane that it shares with others. */
export interface Place {
  channel: string
  lane: string
}

/** How much may be on the way at once. */
export interface OccupancyLimits {
  /** To one channel. */
  channel: number
  /** To one host, the Bot API, or the mail server. */
  lane: number
  total: number
}

/** What is on the way, so that no target takes the room of another. */
export interface Occupancy {
  /** How many more may go there now. */
  room(place: Place): number
  enter(place: Place): void
  leave(place: Place): void
  /** How many more may go anywhere. */
  free(): number
  /** Channels and lanes without room, closed lanes too. */
  full(now: number): { channels: string[]; lanes: string[] }
  /** Lets nothing more into a lane until a time, in milliseconds. */
  closeLane(lane: string, until: number): void
}

/** Counts what is on the way. */
export function createOccupancy(limits: OccupancyLimits): Occupancy {
  const channels = new Map<string, number>()
  const lanes = new Map<string, number>()
  const closed = new Map<string, number>()
  let total = 0
  const free = () => limits.total - total
  return {
    free,
    room: ({ channel, lane }) =>
      Math.min(free(), limits.channel - (channels.get(channel) ?? 0), limits.lane - (lanes.get(lane) ?? 0)),
    enter({ channel, lane }) {
      total++
      add(channels, channel, 1)
      add(lanes, lane, 1)
    },
    leave({ channel, lane }) {
      total--
      add(channels, channel, -1)
      add(lanes, lane, -1)
    },
    full(now) {
      for (const [lane, until] of closed) if (until <= now) closed.delete(lane)
      const fullLanes = atLeast(lanes, limits.lane)
      return { channels: atLeast(channels, limits.channel), lanes: [...fullLanes, ...closed.keys()] }
    },
    closeLane: (lane, until) => void closed.set(lane, until),
  }
}

function add(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change
  if (count === 0) counts.delete(key)
  else counts.set(key, count)
}

function atLeast(counts: ReadonlyMap<string, number>, limit: number): string[] {
  return [...counts].filter(([, count]) => count >= limit).map(([key]) => key)
}

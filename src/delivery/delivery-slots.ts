/** The target of a delivery: a channel, and its lane. */
export interface Place {
  channel: string
  lane: string
}

export interface DeliverySlotLimits {
  /** To one channel. */
  channel: number
  /** To one host, the Bot API, or the mail server. */
  lane: number
  total: number
}

/** Deliveries in progress, limited by target, so that none takes the slots of another. */
export interface DeliverySlots {
  /** Free slots of a target. */
  room(place: Place): number
  enter(place: Place): void
  leave(place: Place): void
  /** Free slots in all. */
  free(): number
  /** Channels and lanes without a free slot, including closed lanes. */
  full(now: number): { channels: string[]; lanes: string[] }
  /** Closes a lane until a time in milliseconds. */
  closeLane(lane: string, until: number): void
}

/** Counts deliveries in progress. */
export function createDeliverySlots(limits: DeliverySlotLimits): DeliverySlots {
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

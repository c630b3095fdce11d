import { bucketsOf, type Interest, type StreamedEvent } from './interest.ts'

/** Subscribers by what they ask for, so that an event costs what matches it and not what there is. */
export interface InterestIndex<Subscriber> {
  add(interest: Interest, subscriber: Subscriber): void
  remove(interest: Interest, subscriber: Subscriber): void
  /** Groups of subscribers whose interest, which is one of the group, matches the event. */
  find(event: StreamedEvent): ReadonlySet<Subscriber>[]
}

interface Group<Subscriber> {
  interest: Interest
  subscribers: Set<Subscriber>
}

/**
 * An index of interests. Those of one name are one group, which is matched once. A group is found by the traders, the
 * markets, the events of markets or the categories that it names, the first of these; one that names none is found by
 * its least amount.
 */
export function createInterestIndex<Subscriber>(): InterestIndex<Subscriber> {
  const groups = new Map<string, Group<Subscriber>>()
  const buckets = new Map<string, Set<Group<Subscriber>>>()
  /** Groups without a bucket, by the least amount, smallest first. */
  const byAmount: Group<Subscriber>[] = []

  const place = (group: Group<Subscriber>) => {
    const { buckets: names, minUsd } = group.interest
    if (names === null) {
      const at = byAmount.findIndex(({ interest }) => interest.minUsd > minUsd)
      byAmount.splice(at < 0 ? byAmount.length : at, 0, group)
    } else for (const name of names) buckets.set(name, (buckets.get(name) ?? new Set()).add(group))
  }
  const displace = (group: Group<Subscriber>) => {
    const { buckets: names } = group.interest
    if (names === null) byAmount.splice(byAmount.indexOf(group), 1)
    for (const name of names ?? []) {
      const bucket = buckets.get(name)
      bucket?.delete(group)
      if (bucket?.size === 0) buckets.delete(name)
    }
  }
  return {
    add(interest, subscriber) {
      const group = groups.get(interest.name) ?? { interest, subscribers: new Set() }
      if (!groups.has(interest.name)) {
        groups.set(interest.name, group)
        place(group)
      }
      group.subscribers.add(subscriber)
    },
    remove({ name }, subscriber) {
      const group = groups.get(name)
      if (group === undefined) return
      group.subscribers.delete(subscriber)
      if (group.subscribers.size > 0) return
      groups.delete(name)
      displace(group)
    },
    find(event) {
      const found = new Set<Group<Subscriber>>()
      for (const name of bucketsOf(event)) for (const group of buckets.get(name) ?? []) found.add(group)
      const usd = 'side' in event.event ? event.event.usd : Number.POSITIVE_INFINITY
      for (const group of byAmount) {
        if (group.interest.minUsd > usd) break
        found.add(group)
      }
      return [...found].flatMap(({ interest, subscribers }) => (interest.matches(event) ? [subscribers] : []))
    },
  }
}

import { type Message, soleTrader } from '../message.ts'

/** Characters of a link's path at most. */
const LONGEST_PATH = 1_500

/**
 * The explorer's page on a message's subject.
 * @param publicUrl the service's origin; null: unknown
 * @returns null without an origin, or for a message without a page
 */
export function messageLink(message: Message, publicUrl: string | null): string | null {
  const path = pathOf(message)
  return publicUrl === null || path === null ? null : publicUrl + path
}

/**
 * The page on which a message's reader changes or ends what sends it.
 * @param publicUrl the service's origin; null: unknown
 * @returns null without an origin, or for a message of a channel itself
 */
export function stopLink({ type }: Message, publicUrl: string | null): string | null {
  const isOfChannel = type === 'channel.verification' || type === 'channel.test'
  return publicUrl === null || isOfChannel ? null : `${publicUrl}/account`
}

function pathOf(message: Message): string | null {
  switch (message.type) {
    case 'whale.alert':
    case 'whale.summary':
    case 'wallet.decision':
      return `/trader/${message.data.trader.address}`
    case 'tape.trade':
      return message.data.condition === null ? '/tape' : `/market/${message.data.condition}`
    case 'market.price':
    case 'market.jump':
    case 'market.resolved':
    case 'market.holder':
    case 'market.stance':
      return `/market/${message.data.condition}`
    case 'leaderboard.change':
      return `/leaderboard/${message.data.leaderboard}`
    case 'screen.change': {
      // The page takes the parameters of the REST path. Services refuse longer links.
      const page = message.data.path.slice('/v1'.length)
      return page.length > LONGEST_PATH ? '/account' : page
    }
    case 'screen.ended':
      return message.data.trades === null ? '/traders' : '/tape'
    case 'rule.news':
      return `/lab/rules/${message.data.rule}`
    case 'watchlist.digest': {
      const trader = soleTrader(message.data)
      return trader === null ? '/account' : `/trader/${trader.address}`
    }
    case 'channel.verification':
    case 'channel.test':
      return null
  }
}

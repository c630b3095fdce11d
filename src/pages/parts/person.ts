import { type Bets, percentRange, percentText, shortAddress, wonText } from '../../formats.ts'
import { type Html, html, type Part } from '../kit/html.ts'
import { traderPath } from '../kit/links.ts'
import type { FileColumns } from '../kit/tables.ts'

/** The part of a trader that a row shows. */
export interface Person {
  /** Null where the identity is withheld. */
  address: string | null
  username: string | null
  /** The label in place of a withheld identity. */
  label?: string | null
}

/** A trader in a row: face, name and address; a label alone where the identity is withheld. */
export function person({ address, username, label = null }: Person, badges: Part = null): Html {
  if (address === null) {
    const name = label ?? 'A trader'
    return html`<span class="who">${face(name, name)}<span>${name}${badges}</span></span>`
  }
  const name = username ?? shortAddress(address)
  return html`<span class="who">${face(address, name)}<span><a href="${traderPath(address)}"><bdi>${name}</bdi></a>${badges}${
    username === null ? null : html`<small class="addr wide">${shortAddress(address)}</small>`
  }</span></span>`
}

/** Shows a trader in a sentence. */
export function personName({ address, username, label = null }: Person): Html {
  if (address === null) return html`<span>${label ?? 'A trader'}</span>`
  return html`<a href="${traderPath(address)}"><bdi>${username ?? shortAddress(address)}</bdi></a>`
}

/** Shows initials on a color derived from the seed, so that no picture of another host is loaded. */
export function face(seed: string, name: string, size = ''): Html {
  const letters = [...name.replace(/^0x/, '').replaceAll(/[^\p{L}\p{N}]/gu, '')]
    .slice(0, 2)
    .join('')
    .toUpperCase()
  let hash = 7
  for (const character of seed) hash = (Math.imul(hash, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  return html`<svg class="face ${size}" viewBox="0 0 30 30" aria-hidden="true"><circle cx="15" cy="15" r="15" fill="hsl(${hash % 360} 42% 36%)"/><text x="15" y="19" text-anchor="middle">${letters}</text></svg>`
}

/** The numbers that earn a trader its badges. */
export interface Standing {
  isBot: boolean | null
  botProbability?: number | null
  coverage: 'OK' | 'PARTIAL' | 'GAP' | null
  verifiedBadge?: boolean | null
  skill?: Skill | null | undefined
}

export interface Skill {
  verdict: 'SKILLED' | 'UNSKILLED' | 'CANNOT_TELL'
  edge: number | null
  edgeInterval: { low: number; high: number } | null
}

/** A badge with the test that it is earned by. */
interface Badge {
  word: string
  title: string
  tone?: string
}

function earned({ isBot, botProbability, coverage, verifiedBadge, skill }: Standing): Badge[] {
  const all: (Badge | false)[] = [
    verifiedBadge === true && { word: 'verified', title: 'The source of the name marks it as verified.' },
    skill?.verdict === 'SKILLED' && { word: 'skilled', title: skillWords(skill), tone: ' good' },
    skill?.verdict === 'UNSKILLED' && { word: 'unskilled', title: skillWords(skill), tone: ' bad' },
    skill?.verdict === 'CANNOT_TELL' &&
      skill.edgeInterval !== null && { word: 'can’t tell', title: skillWords(skill), tone: ' plain' },
    isBot === true && {
      word: 'bot',
      title: `Bot probability ${percentText(botProbability ?? 0.7)}: 70% or more.`,
      tone: ' warn',
    },
    coverage === 'PARTIAL' && {
      word: 'partial',
      title: 'The ledger did not see some shares arrive before they left: profit can be too low or too high.',
      tone: ' warn',
    },
    coverage === 'GAP' && {
      word: 'gap',
      title: 'An event moved shares of a market that the ledger does not know yet: no number includes it.',
      tone: ' warn',
    },
  ]
  return all.filter((badge) => badge !== false)
}

/** Badges, each earned by a test that its title names. */
export function badges(standing: Standing): Part {
  return earned(standing).map(
    ({ word, title, tone = '' }) => html`<span class="badge${tone}" title="${title}">${word}</span>`,
  )
}

/** The columns of a trader in a row. @param of the trader; null where there is none */
export function personFile<Row>(of: (row: Row) => Person | null): FileColumns<Row> {
  const nameOf = (one: Person | null) =>
    one && (one.address === null ? (one.label ?? 'A trader') : (one.username ?? shortAddress(one.address)))
  return { Trader: (row) => nameOf(of(row)), Address: (row) => of(row)?.address }
}

/** The column of a trader's badges. @param of what earns them; null where there is none */
export function badgesFile<Row>(of: (row: Row) => Standing | null | undefined): FileColumns<Row> {
  return {
    Badges: (row) =>
      earned(of(row) ?? NOTHING)
        .map(({ word }) => word)
        .join(', '),
  }
}

const NOTHING: Standing = { isBot: null, coverage: null }

/** A trader's record: of the category in question where its reader may have that, else of everything. */
export interface Recorded {
  wins: number
  losses: number
  analytics: {
    attribution: { byCategory: readonly ({ name: string } & Bets)[] }
  } | null
}

/** How often a trader was right, in words. */
export function recordWords(trader: Recorded, category: string | null): string {
  const name = category?.toLowerCase()
  const own = trader.analytics?.attribution.byCategory.find((row) => row.name.toLowerCase() === name)
  if (own !== undefined && own.wins + own.losses > 0) return `${wonText(own)} right in ${name}`
  return trader.wins + trader.losses === 0 ? 'No decided bet yet' : `${wonText(trader)} right`
}

function skillWords({ edge, edgeInterval }: Skill): string {
  const range = percentRange(edgeInterval)
  const told = edge === null || range === null ? '' : `: edge ${percentText(edge)}, 95% interval ${range}`
  return `By the skill test against prices${told}.`
}

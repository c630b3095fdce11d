import type { TraderInfo } from '../../src/ledger/event.ts'
import type { Trader } from '../world/model.ts'
import { createRandom, type Random } from '../world/random.ts'

const FIRST = [
  'quiet',
  'brass',
  'lunar',
  'rusty',
  'velvet',
  'salty',
  'nimble',
  'gilded',
  'foggy',
  'amber',
  'crooked',
  'patient',
  'wry',
  'mossy',
  'stray',
  'electric',
  'humble',
  'sleepy',
  'bold',
  'thrifty',
]
const SECOND = [
  'otter',
  'ledger',
  'harpoon',
  'lantern',
  'magpie',
  'anchor',
  'badger',
  'teapot',
  'walrus',
  'compass',
  'heron',
  'pickle',
  'comet',
  'abacus',
  'sparrow',
  'kettle',
  'narwhal',
  'biscuit',
  'falcon',
  'turnip',
]
/** Names that a search must find with and without their accents, and in other scripts. */
const FOREIGN = [
  'Zoë',
  'Łukasz',
  'Ñandú',
  'Søren',
  'Élise',
  'Çınar',
  'Ørjan',
  'Žofie',
  'Волна',
  'Сокол',
  'Φάρος',
  '潮汐',
  '灯台',
  '고래',
  'नाविक',
  'Mânio',
]
const BIOS = [
  'Simulated trader. Buys first, reads later.',
  'Simulated trader with a spreadsheet for everything.',
  'Simulated trader. Not advice, not even a person.',
]

/** The TRADER record of a simulated trader: seven in ten have a handle, and none has a picture. */
export function introduceTrader(seed: number, trader: Trader): TraderInfo {
  const random = createRandom(seed, `name/${trader.index}`)
  const username = random.chance(7, 10) ? handleOf(random, trader.index) : null
  return {
    kind: 'TRADER',
    address: trader.address,
    username,
    profileImage: null,
    xUsername: username !== null && random.chance(1, 8) ? `sim_${trader.index}` : null,
    verified: username !== null && random.chance(1, 25),
    bio: username !== null && random.chance(1, 6) ? (BIOS[random.below(BIOS.length)] ?? null) : null,
  }
}

/** The trader's number makes handles unique. */
function handleOf(random: Random, index: number): string {
  const first = FIRST[random.below(FIRST.length)] ?? ''
  const second = SECOND[random.below(SECOND.length)] ?? ''
  if (random.chance(1, 12)) return `${FOREIGN[random.below(FOREIGN.length)] ?? ''}${index}`
  const style = random.below(3)
  if (style === 0) return `${first}-${second}-${index}`
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  return style === 1 ? `${capital(first)}${capital(second)}${index}` : `${second}_${index}`
}

import type { MicroUsd } from '../../ledger/quantities.ts'
import { UNKNOWN_VOLUME } from '../../store/smart-money/volume-order.ts'
import { argumentError } from '../kit/argument-error.ts'

/** A row's place in a list of markets. */
export interface MarketPlace {
  /** 0x and 64 hex digits. */
  condition: string
  /** What the row was ordered by, −1 for an unknown volume; null in the order of the newest. */
  volume: MicroUsd | null
}

const CONDITION_BYTES = 32
const VOLUME_BYTES = 8

/** A place as an opaque text: base64url of the condition's bytes, and of the volume's where the order is by volume. */
export function encodeMarketCursor({ condition, volume }: MarketPlace): string {
  const bytes = Buffer.alloc(CONDITION_BYTES + (volume === null ? 0 : VOLUME_BYTES))
  bytes.write(condition.slice(2), 'hex')
  if (volume !== null) bytes.writeBigInt64BE(BigInt(volume), CONDITION_BYTES)
  return bytes.toString('base64url')
}

/**
 * The place that a cursor stands for.
 * @param isByVolume which order is asked for
 * @throws PequodError BAD_USER_INPUT for a text that is no cursor, or one of the other order
 */
export function decodeMarketCursor(cursor: string, isByVolume: boolean): MarketPlace {
  const bytes = Buffer.from(cursor, 'base64url')
  const place = placeOf(bytes)
  // Decoding skips what is not base64url, so only a cursor that is made again as it came was made here.
  if (place === null || encodeMarketCursor(place) !== cursor) throw refusedCursor(cursor)
  if ((place.volume !== null) !== isByVolume) throw refusedCursor(cursor, OTHER_ORDER)
  return place
}

const NO_CURSOR = 'is not a cursor: give the one that came with the page before, as it stands'
const OTHER_ORDER = 'belongs to another order: repeat the order of the page before, or leave it out'

/** The refusal of a cursor that does not lead into the list. */
export function refusedCursor(cursor: string, message: string = NO_CURSOR) {
  return argumentError({ issues: [{ code: 'custom', path: ['after'], message, input: cursor }] })
}

function placeOf(bytes: Buffer): MarketPlace | null {
  const condition = `0x${bytes.toString('hex', 0, CONDITION_BYTES)}`
  if (bytes.length === CONDITION_BYTES) return { condition, volume: null }
  if (bytes.length !== CONDITION_BYTES + VOLUME_BYTES) return null
  const volume = bytes.readBigInt64BE(CONDITION_BYTES)
  return volume < UNKNOWN_VOLUME || volume > Number.MAX_SAFE_INTEGER
    ? null
    : { condition, volume: Number(volume) }
}

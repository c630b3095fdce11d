import type { Config } from '../config/config.ts'

/** The metadata APIs; null for an unused API. */
export interface MetadataSources {
  /** Metadata of markets and their tokens. */
  gammaUrl: string | null
  /** Traders' names. */
  dataApiUrl: string | null
}

/**
 * The metadata APIs that the environment sets. Defaults do not count: reading the chain contacts no other service
 * unasked. Null if none is set, or if metadata was declined.
 */
export function metadataSources(
  env: NodeJS.ProcessEnv,
  { gammaUrl, dataApiUrl }: Config,
  { metadata = true }: { metadata?: boolean },
): MetadataSources | null {
  const sources = {
    gammaUrl: env.GAMMA_URL?.trim() ? gammaUrl : null,
    dataApiUrl: env.DATA_API_URL?.trim() ? dataApiUrl : null,
  }
  return metadata && (sources.gammaUrl ?? sources.dataApiUrl) !== null ? sources : null
}

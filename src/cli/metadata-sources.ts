import type { Config } from '../config/config.ts'

/** The metadata APIs; null for an API that is not used. */
export interface MetadataSources {
  /** Of markets and their tokens. */
  gammaUrl: string | null
  /** Of traders' names. */
  dataApiUrl: string | null
}

/**
 * The metadata APIs that the environment sets. Defaults do not count: reading the chain alone asks nobody else. Null if
 * none is set, or if metadata was declined.
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

import type { Config } from '../config.ts'

/** Where metadata is asked for: null for an API that is not to be asked. */
export interface MetadataSources {
  /** Of markets and their tokens. */
  gammaUrl: string | null
  /** Of traders' names. */
  dataApiUrl: string | null
}

/**
 * The APIs that the environment names. Both have a default, but whoever reads the chain need not want to ask anybody
 * else: only an address that was set is asked. Null where none is, or where metadata was declined.
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

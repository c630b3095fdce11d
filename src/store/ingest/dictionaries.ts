import { CONDITIONS, MARKET_EVENTS, NEG_RISK_MARKETS, TOKENS, TRADERS } from '../tables.ts'
import { createDictionary, type Dictionary } from './dictionary.ts'

/** The store's dictionaries, one for each kind of name. */
export interface Dictionaries {
  traders: Dictionary
  tokens: Dictionary
  conditions: Dictionary
  negRisk: Dictionary
  marketEvents: Dictionary
  /** Forgets what is in memory, after a transaction was undone. */
  forget(): void
}

/**
 * The dictionaries of one writer.
 * @param isInfrastructure contracts that are never traders; the store marks them when they are first named
 */
export function createDictionaries(isInfrastructure: (address: string) => boolean): Dictionaries {
  const all = {
    traders: createDictionary(TRADERS, 'address', (names) => ({
      infrastructure: names.map((name) => Number(isInfrastructure(name))),
    })),
    tokens: createDictionary(TOKENS, 'token'),
    conditions: createDictionary(CONDITIONS, 'condition'),
    negRisk: createDictionary(NEG_RISK_MARKETS, 'market'),
    marketEvents: createDictionary(MARKET_EVENTS, 'source_id'),
  }
  return {
    ...all,
    forget() {
      for (const dictionary of Object.values(all)) dictionary.forget()
    },
  }
}

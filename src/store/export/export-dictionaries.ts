import { codedLike, type ExportedColumn, type ExportedTable, storePieces } from './exported-table.ts'

/** The dictionary of wallets and contracts: the addresses of trader ids in sealed files. */
export const EXPORTED_TRADERS = dictionary({
  text: 'SELECT t.id, t.address, t.username, t.infrastructure FROM traders t',
  key: 't.id',
  columns: [
    { name: 'id', type: 'BIGINT', says: 'as in `owner_id`, `counterparty_id`, `exchange_id`' },
    { name: 'address', type: 'VARCHAR', says: 'lower case' },
    { name: 'username', type: 'VARCHAR', says: 'name; null where unknown' },
    {
      name: 'infrastructure',
      type: 'BOOLEAN',
      sql: 'p.infrastructure = 1',
      says: 'true for a contract of the venue, which is not a trader',
    },
  ],
})

export const EXPORTED_TOKENS = dictionary({
  text:
    'SELECT t.id, t.token, t.condition_id, c.condition, t.outcome, t.outcome_name FROM tokens t ' +
    'LEFT JOIN conditions c ON c.id = t.condition_id',
  key: 't.id',
  columns: [
    { name: 'id', type: 'BIGINT', says: 'as in `token_id`' },
    { name: 'token', type: 'VARCHAR', says: 'ERC-1155 id, decimal' },
    { name: 'condition_id', type: 'BIGINT', says: '`id` in `markets`; null while metadata is missing' },
    { name: 'condition', type: 'VARCHAR', says: 'id of its condition; null as above' },
    { name: 'outcome', type: 'INTEGER', says: 'number of its outcome, from 0; null as above' },
    { name: 'outcome_name', type: 'VARCHAR', says: 'name of the outcome by the Data API; null if unknown' },
  ],
})

/** The dictionary of conditions, and what is known of them. */
export const EXPORTED_MARKETS = dictionary({
  text:
    'SELECT c.id, c.condition, m.question, m.slug, m.category, m.ends_at, e.title AS event, c.neg_risk_id, n.market AS neg_risk_market, ' +
    'c.neg_risk_index, c.resolved_time, c.payouts FROM conditions c LEFT JOIN markets m ON m.condition_id = c.id ' +
    'LEFT JOIN market_events e ON e.id = m.event_id LEFT JOIN neg_risk_markets n ON n.id = c.neg_risk_id',
  key: 'c.id',
  columns: [
    { name: 'id', type: 'BIGINT', says: 'as in `condition_id`' },
    { name: 'condition', type: 'VARCHAR', says: 'id of the condition on the chain' },
    { name: 'question', type: 'VARCHAR', says: 'null while metadata is missing, as the next four' },
    { name: 'slug', type: 'VARCHAR', says: 'name in the URLs of the venue' },
    { name: 'category', type: 'VARCHAR', says: 'category' },
    { name: 'ends_at', type: 'BIGINT', says: 'scheduled end of trading, in seconds' },
    { name: 'event', type: 'VARCHAR', says: 'title of its event' },
    {
      name: 'neg_risk_id',
      type: 'BIGINT',
      says: 'id of the neg-risk market in this store; null outside one, as the next two',
    },
    { name: 'neg_risk_market', type: 'VARCHAR', says: 'id of the neg-risk market on the chain' },
    { name: 'neg_risk_index', type: 'INTEGER', says: 'number of the question in it, from 0' },
    { name: 'resolved_time', type: 'BIGINT', says: 'seconds of the resolution; null before it' },
    {
      name: 'payouts',
      type: 'VARCHAR',
      says: 'numerators by outcome, a JSON list of whole numbers; null before the resolution',
    },
  ],
})

interface DictionaryQuery {
  text: string
  key: string
  columns: readonly ExportedColumn[]
}

function dictionary({ text, key, columns }: DictionaryQuery): ExportedTable {
  const coded = codedLike(columns)
  return {
    coded,
    columns,
    order: ['id'],
    names: {},
    pieces: (db) => storePieces(db, coded, { text, key: [key] }),
  }
}

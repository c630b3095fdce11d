import { PequodError } from '../errors.ts'

// The meaning of the columns of exports and answers.

/** The fields of a view, each with the names under which answers and exports have it, in lower case without separators. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  wallet: [
    'proxywallet',
    'wallet',
    'walletaddress',
    'trader',
    'traderaddress',
    'user',
    'useraddress',
    'address',
    'owner',
  ],
  token: ['asset', 'tokenid', 'token', 'assetid', 'clobtokenid', 'positionid', 'outcometokenid'],
  condition: ['conditionid', 'condition', 'marketid'],
  title: ['title', 'question', 'market', 'marketquestion', 'markettitle', 'marketname'],
  price: ['curprice', 'currentprice', 'price', 'mark', 'markprice', 'lastprice', 'latestprice'],
  shares: ['size', 'shares', 'currentsize', 'currentshares', 'balance', 'amountheld', 'position', 'quantity'],
  bought: ['totalbought', 'bought', 'totalbuyusd', 'buyvolume', 'invested', 'totalinvested'],
  cost: ['initialvalue', 'cost', 'costbasis', 'entrycostusdc', 'opencost', 'costusd'],
  value: ['currentvalue', 'value', 'marketvalue', 'positionvalue', 'valueusd', 'openvalue', 'portfoliovalue'],
  realized: ['realizedpnl', 'realized', 'realizedprofit', 'realisedpnl', 'realizedpnlusd', 'closedpnl'],
  unrealized: ['cashpnl', 'unrealizedpnl', 'unrealized', 'unrealisedpnl', 'openpnl', 'unrealizedpnlusd'],
  pnl: [
    'pnl',
    'totalpnl',
    'profit',
    'netpnl',
    'totalprofit',
    'pnlusd',
    'amount',
    'alltimepnl',
    'profitloss',
    'netprofit',
  ],
  volume: ['vol', 'volume', 'totalvolume', 'volumeusd', 'volumeusdc', 'usdvolume', 'tradedvolume'],
  kind: ['type', 'kind', 'action', 'eventtype'],
  side: ['side', 'direction', 'tradeside'],
  size: ['size', 'shares', 'tokenamount', 'amountshares', 'quantity'],
  usd: ['usdcsize', 'usd', 'usdamount', 'amountusd', 'usdcamount'],
  time: ['timestamp', 'time', 'blocktime', 'blocktimestamp', 'date', 'datetime', 'tradedat'],
  tx: ['transactionhash', 'txhash', 'tx', 'hash', 'evttxhash'],
}

/** Fields that a caller can name a column for. */
export const VIEW_FIELDS = Object.keys(NAMES)

/**
 * Finds the column of a field.
 * @param columns the file's columns
 * @param named columns by field, before the usual names
 * @returns a function that finds the column of the first field that has one; null without one
 * @throws PequodError BAD_USER_INPUT for an unknown field, and a column that the file does not have
 */
export function layoutOf(
  columns: readonly string[],
  named: Readonly<Record<string, string>> = {},
): (...fields: string[]) => string | null {
  for (const [field, column] of Object.entries(named)) {
    if (!Object.hasOwn(NAMES, field))
      throw new PequodError(
        'BAD_USER_INPUT',
        `${field} is no field of a view: use ${VIEW_FIELDS.join(', ')}.`,
      )
    if (!columns.includes(column))
      throw new PequodError(
        'BAD_USER_INPUT',
        `No column is named ${column}: the file has ${columns.slice(0, 20).join(', ')}.`,
      )
  }
  const byName = new Map(columns.map((column) => [plain(column), column]))
  const known: Record<string, string> = {}
  for (const [field, names] of Object.entries(NAMES)) {
    const name = names.find((one) => byName.has(one))
    const column = Object.hasOwn(named, field) ? named[field] : byName.get(name ?? '')
    if (column !== undefined) known[field] = column
  }
  return (...fields) => {
    for (const field of fields) {
      const column = known[field]
      if (column !== undefined) return column
    }
    return null
  }
}

function plain(column: string): string {
  return column.toLowerCase().replaceAll(/[^a-z0-9]/g, '')
}

import type { DemoKeys } from '../commands/demo.ts'
import type { Screen } from '../screen/screen.ts'

/** Prints the service's address and first commands to try, in lines with fixed names that programs can parse. */
export function welcome(screen: Screen, url: string, keys: DemoKeys | null): void {
  const { print } = screen
  const line = (name: string, text: string) =>
    print('  ', { style: 'bold', text: name.padEnd(12) }, ` ${text}`)
  print({ style: 'bold', text: `Pequod is serving on ${url}` })
  if (keys !== null)
    print({
      style: 'yellow',
      text: 'All data is simulated: invented traders, markets and prices.',
    })
  print('')
  line('Open', `${url}/`)
  line('GraphiQL', `${url}/graphql`)
  line('REST docs', `${url}/docs`)
  line('REST', `curl '${url}/v1/leaderboard/pnl-30d?limit=5'`)
  if (keys !== null) printKeys(line, url, keys)
  print('')
  print({ style: 'dim', text: 'Ctrl-C ends it.' })
}

function printKeys(line: (name: string, text: string) => void, url: string, keys: DemoKeys): void {
  line('Free key', keys.free)
  line('Pro key', keys.pro)
  line('With a key', `curl -H 'X-API-Key: ${keys.pro}' '${url}/v1/leaderboard/pnl-30d?limit=5'`)
}

import { CommandError } from '../../errors.ts'

/** The place up to which the chain has been read is not where the one who reads on left it: another process reads too. */
export class ChainPlaceMoved extends CommandError {
  override name = 'ChainPlaceMoved'

  constructor() {
    super(
      'Another process has imported the chain into this store in the meantime: run one `pequod ingest rpc` or `pequod follow` at a time.',
    )
  }
}

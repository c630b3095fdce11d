import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

/** A large file in the two encodings that browsers accept, with its entity tag. */
export interface PackedFile {
  tag: string
  gzipped: Buffer
  /**
   * Returns the unpacked file, for the rare client without gzip; it is unpacked each time, since it may be 9
   * MB.
   */
  plain(): Promise<Buffer>
}

/** Packs a file once, to be sent many times. */
export async function packFile(content: string | Buffer): Promise<PackedFile> {
  const gzipped = await promisify(gzip)(content)
  return {
    // Weak, since both forms carry it.
    tag: `W/"${createHash('sha256').update(gzipped).digest('base64url').slice(0, 27)}"`,
    gzipped,
    plain: () => promisify(gunzip)(gzipped),
  }
}

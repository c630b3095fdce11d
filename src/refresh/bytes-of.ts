/** The bytes of numbers, as a Buffer: pg takes no other. */
export function bytesOf({ buffer, byteOffset, byteLength }: Int32Array | Float64Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength)
}

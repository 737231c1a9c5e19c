/** Arabic text as older programs of Windows write it. */

/** For ASCII and what the code page has; other letters become question marks. */
export function inWindows1256(text: string): Buffer<ArrayBuffer> {
  const decoder = new TextDecoder('windows-1256')
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [decoder.decode(Uint8Array.of(code)), code]))
  return Buffer.from([...text].map((letter) => codes.get(letter) ?? 0x3f))
}

/** Class names as they are sent: a letter and a few digits, the same in the server's pages and the browser's styles. */
import { createHash } from 'node:crypto'
import { relative } from 'node:path'

const LENGTH = 4

export function shortClassNames(root: string) {
  const taken = new Map<string, string>()
  return (name: string, file: string) => {
    const meant = `${relative(root, file.replace(/\?.*/, ''))} ${name}`
    const digest = createHash('sha256').update(meant).digest('hex')
    // Base 36, beginning with a letter.
    const short = `${String.fromCharCode(97 + (Number.parseInt(digest.slice(0, 4), 16) % 26))}${BigInt(
      `0x${digest.slice(4, 20)}`,
    )
      .toString(36)
      .slice(-LENGTH + 1)}`
    const other = taken.get(short)
    if (other !== undefined && other !== meant)
      throw new Error(`${meant} and ${other} have one short name: rename one.`)
    taken.set(short, meant)
    return short
  }
}

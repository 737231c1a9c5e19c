/** The names of new records: a key for files, and the end of their address. */

/** The Latin words of a name with hyphens between, or `otherwise`. */
export function keyFor(name: string | null, otherwise: string): string {
  const words = (name ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '')
  return words || otherwise
}

/** The address of a name: its letters and digits of any script, with hyphens between. */
export function slugFor(name: string): string {
  const slug = name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[\p{M}\u0640]+/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .slice(0, 100)
  return slug.replace(/^-+|-+$/g, '')
}

/** The word itself, or with the first number behind it that is free. */
export function firstFree(word: string, taken: ReadonlySet<string>): string {
  for (let count = 1; ; count++) {
    const wanted = count === 1 ? word : `${word}-${count}`
    if (!taken.has(wanted)) return wanted
  }
}

/**
 * Which English texts of a record are missing, or older than the Arabic that they were made from. By the hash of each
 * English text, the hashes of the Arabic texts that it stands for are stored with the record: so a text keeps its state
 * when it moves within a list. A text of which nothing is stored was made from the Arabic that it stands beside.
 */
import { createHash } from 'node:crypto'

export type MadeFrom = Readonly<Record<string, readonly string[]>>
export type EnglishState = { path: string; state: 'missing' | 'stale' }
type Pair = { path: string; ar: string; en: string | undefined }

/** Of an Arabic text that is unknown: the English is known to be older. */
const UNKNOWN = 'unknown'

/** Every text in both languages within a value, by its path: `outline.0.title`. */
export function pairsOf(value: unknown, path = ''): Pair[] {
  if (typeof value !== 'object' || value === null) return []
  const below = (name: string) => (path === '' ? name : `${path}.${name}`)
  if (Array.isArray(value)) return value.flatMap((part, index) => pairsOf(part, below(String(index))))
  const { ar, en } = value as { ar?: unknown; en?: unknown }
  if (typeof ar === 'string') return ar ? [{ path, ar, en: typeof en === 'string' && en ? en : undefined }] : []
  return Object.entries(value).flatMap(([name, part]) => pairsOf(part, below(name)))
}

export function englishStates(record: object, madeFrom: MadeFrom): EnglishState[] {
  return pairsOf(record).flatMap(({ path, ar, en }): EnglishState[] => {
    if (en === undefined) return [{ path, state: 'missing' }]
    const known = madeFrom[hashOf(en)] ?? madeFrom[wholeHashOf(en)]
    return known && !isMadeFrom(known, ar) ? [{ path, state: 'stale' }] : []
  })
}

export const stalePaths = (record: object, madeFrom: MadeFrom): string[] =>
  englishStates(record, madeFrom).flatMap(({ path, state }) => (state === 'stale' ? [path] : []))

/**
 * What is stored after an edit: a new English text was made from the Arabic beside it, and one that was left as it was
 * keeps its origin.
 * @param confirmed paths of English texts that an editor confirmed as right for the present Arabic
 */
export function afterEdit(before: object, after: object, madeFrom: MadeFrom, confirmed: readonly string[] = []) {
  const made: Record<string, string[]> = {}
  const [old, present] = [pairsOf(before), pairsOf(after)]
  for (const { path, ar, en } of present) {
    if (en === undefined) continue
    const name = hashOf(en)
    const former = old.filter((pair) => pair.en !== undefined && hashOf(pair.en) === name)
    const stored = madeFrom[name] ?? former.map((pair) => madeFrom[wholeHashOf(pair.en!)]).find(Boolean)
    const origins = stored ? withoutAddressesIn(stored, former) : former.map((pair) => hashOf(pair.ar))
    const known = confirmed.includes(path) || former.length === 0 ? [hashOf(ar)] : origins
    made[name] = [...new Set([...(made[name] ?? []), ...known])]
  }
  return made satisfies MadeFrom
}

/** What is stored of a record that comes from a file, which names the paths of the texts that are behind. */
export function madeFromPaths(record: object, stale: readonly string[]): MadeFrom {
  const behind = pairsOf(record).filter(({ path, en }) => en !== undefined && stale.includes(path))
  return Object.fromEntries(behind.map(({ en }) => [hashOf(en!), [UNKNOWN]]))
}

const wholeHashOf = (text: string) =>
  createHash('sha256').update(text.normalize('NFC').trim()).digest('base64url').slice(0, 16)

/** Another picture or file in the place of one says nothing else: its address is no part of the text. */
const hashOf = (text: string) => wholeHashOf(withoutAddresses(text))

const withoutAddresses = (text: string) =>
  text.replace(/(!\[[^\]]*\]\(\s*)<?[^)\s>]+>?/g, '$1').replace(/\/media\/[^\s)"'<>\]]+/g, '/media/')

/** What was stored before addresses were left out is known by the hash of the whole text. */
const isMadeFrom = (known: readonly string[], ar: string) =>
  known.includes(hashOf(ar)) || known.includes(wholeHashOf(ar))

/** The stored hashes, those of whole texts as they are without the addresses. */
const withoutAddressesIn = (stored: readonly string[], former: readonly Pair[]) =>
  stored.map((hash) => {
    const whole = former.find(({ ar }) => wholeHashOf(ar) === hash)
    return whole ? hashOf(whole.ar) : hash
  })

/** Letters do not join, as initials stand apart. */
const ZERO_WIDTH_NON_JOINER = '\u200c'
/** A letter with its marks. */
const FIRST_LETTER = /\p{L}\p{M}*/u

/** The first letters of the first and the last word of a name; of an Arabic family name without its article. */
export function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .map((word) => FIRST_LETTER.exec(word.replace(/^ال(?=\p{L}{2})/u, ''))?.[0])
    .filter((letter) => letter !== undefined)
  const [first, last] = [letters[0], letters.length > 1 ? letters.at(-1) : undefined]
  if (first === undefined) return [...name][0] ?? ''
  return [first, last].filter(Boolean).join(ZERO_WIDTH_NON_JOINER).toLocaleUpperCase('en')
}

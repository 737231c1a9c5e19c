/** Which letters and which colour stand for a person without a picture. */

/** Words before a name that are no part of it, such as «د.» and "Dr.". */
const TITLE = /^\p{L}{1,4}\.$/u
const ARTICLE = /^ال(?=\p{L}{2})/u
/** Letters do not join, as initials stand apart. */
const ZERO_WIDTH_NON_JOINER = '\u200c'

/** The first letters of the first and the last word: «سارة الشهري» is «س ش». Empty for a name without letters. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /\p{L}/u.test(word) && !TITLE.test(word))
  const chosen = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  return chosen
    .map((word) => /\p{L}\p{M}*/u.exec(word.replace(ARTICLE, ''))![0].toUpperCase())
    .join(ZERO_WIDTH_NON_JOINER)
}

/** How many colours there are; `face-colours.module.css` has each. */
export const COLOURS = 8

/** The same name always has the same colour. */
export function colourOf(name: string): number {
  let hash = 0
  for (const letter of name) hash = (hash * 31 + letter.codePointAt(0)!) >>> 0
  return hash % COLOURS
}

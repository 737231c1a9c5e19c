/** Typographical mistakes of Arabic texts: of content files, and of what is typed at the desk. */

/** A letter or a combining mark. */
const ARABIC = '[\\p{Script=Arabic}\\p{M}]'
const beside = (mark: string) => new RegExp(`${ARABIC}\\s*${mark}|${mark}\\s*${ARABIC}`, 'u')
const RULES = [
  ['comma', beside(',')],
  ['semicolon', beside(';')],
  ['question', new RegExp(`${ARABIC}\\s*\\?`, 'u')],
  ['spaceBefore', new RegExp(`\\s[،؛؟]|(${ARABIC}|[»)])\\s+[.:!](?=\\s|$)`, 'u')],
  ['spaceAfter', /[،؛؟](?=[\p{L}\p{N}])/u],
  ['digits', /[٠-٩۰-۹]/u],
  ['twoSpaces', /(?<=\S) {2,}(?=\S)/u],
  ['tatweel', /[\p{L}\p{M}]ـ+\p{Script=Arabic}/u],
] as const
export type TypographyError = (typeof RULES)[number][0]

/** The first of each kind, with the words around it; code, link targets and empty cells of tables are skipped. */
export function findTypographyErrors(text: string): { slip: TypographyError; around: string }[] {
  const prose = text
    .replace(/```[\s\S]*?```|`[^`]*`/g, 'x')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/https?:\/\/\S+/g, 'x')
    .replace(/\|[ \t]+(?=\|)/g, '| x ')
  return RULES.flatMap(([slip, rule]) => {
    const found = rule.exec(prose)
    return found ? [{ slip, around: around(prose, found.index) }] : []
  })
}

/** About so many letters before and after it, and the rest of the words that they cut. */
function around(text: string, index: number): string {
  const [from, to] = [Math.max(0, index - 12), index + 14]
  const [begin, end] = [/\S*$/.exec(text.slice(0, from))![0], /^\S*/.exec(text.slice(to))![0]]
  return `${begin}${text.slice(from, to)}${end}`.replace(/\s+/g, ' ').trim()
}

/** Cleans text that was pasted from word processors and web pages. */

/**
 * Direction marks and embeddings, of which Word puts many into Arabic text: the site isolates texts by their language, and
 * searches and comparisons trip over what nobody sees. Also soft hyphens and byte order marks. The joiners (U+200C,
 * U+200D) stay: they belong to the spelling of some languages.
 */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g
/** Spaces of other widths, of which non-breaking ones are the most frequent. */
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g

/** Without invisible marks, in Unicode normal form C, with plain spaces and line ends. */
export function cleanText(text: string): string {
  return (
    text
      .toWellFormed()
      // Word's line break within a paragraph is a vertical tab.
      .replace(/\r\n?|\u2028|\v/g, '\n')
      .replace(/\u2029/g, '\n\n')
      .replace(INVISIBLE, '')
      .replace(SPACES, ' ')
      .normalize('NFC')
      .replace(/[^\S\n]+$/gm, '')
      .trim()
  )
}

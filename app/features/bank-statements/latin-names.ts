/**
 * Arabic names as banks write them in Latin letters. There is no one spelling (القحطاني is Alqahtani, Al-Kahtani,
 * Gahtani), so a name is compared by a pattern: each Arabic letter stands for its usual spellings.
 */

/** A short vowel, which Arabic does not write. */
const SHORT = '[aeiou]?'
const AIN = 'ع'
const FINAL_FORMS: Record<string, string> = { ه: '[ht]?', ي: '(?:[iey]{1,2}|a)' }
const FIRST_FORMS: Record<string, string> = { ا: '[aeiou]{1,2}', [AIN]: '[aeiou]{1,2}', و: '[wou]{1,2}', ه: 'h' }
/** The letters as `fold` leaves them. Consonants may be doubled. */
const FORMS: Record<string, string> = {
  ...{ ا: '[aeo]{0,2}', و: '[aeiou]?[ouw]{1,2}[aeiou]?', ي: '[aei]?[iey]{1,2}[ae]?', [AIN]: '[ae]{0,2}', ء: '' },
  ...{
    ب: 'b{1,2}',
    ت: 't{1,2}',
    ث: '(?:th|s|t)',
    ج: '(?:j{1,2}|dj|g)',
    ح: 'h{1,2}',
    خ: '(?:kh|k)',
    د: 'd{1,2}',
    ذ: '(?:th|dh|d|z)',
  },
  ...{
    ر: 'r{1,2}',
    ز: 'z{1,2}',
    س: 's{1,2}',
    ش: '(?:sh|ch)',
    ص: 's{1,2}',
    ض: '(?:dh|d{1,2})',
    ط: 't{1,2}',
    ظ: '(?:dh|th|d|z)',
    غ: '(?:gh|g)',
  },
  ...{
    ف: '(?:f{1,2}|ph)',
    ق: '(?:q{1,2}|k|g|gh)',
    ك: '(?:k{1,2}|c)',
    ل: 'l{1,2}',
    م: 'm{1,2}',
    ن: 'n{1,2}',
    ه: 'h{0,2}',
  },
}
const VOWELS = new Set(['ا', 'و', 'ي', AIN, 'ء'])
/** The article before a name, also taken into the letter after it: Al-Dosari, Aldosari, Addosari. */
const ARTICLE = '(?:[aeu]l?)?'

/** Each letter has few repetitions, so that a longer name, which nobody has, could not be compared in a moment. */
const MAX_LETTERS = 11
const MAX_LATIN_LETTERS = 24

/** What the name, folded and without its article, may be in Latin letters; undefined when it is longer, or not of Arabic letters. */
export function latinPatternOf(name: string): RegExp | undefined {
  const servant = /^عبدال(.+)$/u.exec(name)
  const spelled = spellingOf(servant ? servant[1]! : name)
  if (spelled === undefined) return undefined
  // The article within loses its l before many letters: Abdulrahman, Abdurrahman.
  return new RegExp(`^${servant ? `[aeo]b{1,2}${SHORT}d{1,2}[aeiou]{0,2}l?` : ARTICLE}${spelled}$`)
}

function spellingOf(name: string): string | undefined {
  const letters = [...name]
  if (letters.length > MAX_LETTERS) return undefined
  let spelled = ''
  for (const [index, letter] of letters.entries()) {
    const form =
      (index === 0 && FIRST_FORMS[letter]) || (index === letters.length - 1 && FINAL_FORMS[letter]) || FORMS[letter]
    if (form === undefined) return undefined
    // A letter written twice is spelled as one that may be doubled.
    if (letter === letters[index - 1] && !VOWELS.has(letter)) continue
    const isBetweenConsonants = index > 0 && !VOWELS.has(letter) && !VOWELS.has(letters[index - 1]!)
    spelled += isBetweenConsonants ? SHORT + form : form
  }
  return spelled
}

/** Words of Latin letters, each also joined with the one or two after it: «عبدالرحمن» is written Abdul Rahman. */
export function latinWordsIn(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  return words.flatMap((word, index) => {
    const [second, third] = [words[index + 1], words[index + 2]]
    return [word, ...(second ? [word + second] : []), ...(second && third ? [word + second + third] : [])].filter(
      ({ length }) => length <= MAX_LATIN_LETTERS,
    )
  })
}

import { cleanText } from '../../features/revisions/clean-text.ts'

/**
 * A blank at an end of the copied part, which parts it from the words that it comes between. As a space the editor's parser
 * would drop it. A line of the source at the edge of a block is seen by nobody.
 * @param texts from this end on
 */
export function keptEnd(body: HTMLElement, texts: Text[], end: 'start' | 'end'): (() => void) | undefined {
  const word = texts.find(({ data }) => cleanText(data) !== '')
  if (!word || word.parentElement!.closest('pre, table')) return undefined
  const blanks = texts.slice(0, texts.indexOf(word)).filter((text) => blockOf(text, body) === blockOf(word, body))
  const all = [...blanks, word].map(({ data }) => data.replace(/\p{Cf}/gu, ''))
  const [blank] = (end === 'start' ? /^\s*/.exec(all.join('')) : /\s*$/.exec(all.toReversed().join('')))!
  const isOfSource = blockOf(word, body) !== body && blank.includes('\n') && !blank.includes(NON_BREAKING)
  if (blank === '' || isOfSource) return undefined
  return () => {
    for (const text of blanks) removeBlank(text, body)
    word.data = end === 'start' ? word.data.trimStart() : word.data.trimEnd()
    const piece = outermost(word, body)
    const isEnd = end === 'start' ? !piece.previousElementSibling : !piece.nextElementSibling
    if (isEnd) piece[end === 'start' ? 'before' : 'after'](NON_BREAKING)
  }
}

const NON_BREAKING = '\u00a0'
const INLINE = 'a, strong, b, em, i, s, del, strike, code'

/** The piece of its block that a text is in: itself, or the marks and links around it. */
function outermost(text: Text, body: HTMLElement): Text | HTMLElement {
  let piece: Text | HTMLElement = text
  while (piece.parentElement !== body && piece.parentElement!.matches(INLINE)) piece = piece.parentElement!
  return piece
}

/** With the marks around it that then hold nothing. */
function removeBlank(text: Text, body: HTMLElement) {
  const piece = outermost(text, body)
  text.remove()
  if (piece instanceof HTMLElement && piece.textContent === '' && !piece.querySelector('img, br')) piece.remove()
}

const blockOf = (text: Text, body: HTMLElement) => outermost(text, body).parentElement

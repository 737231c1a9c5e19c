/** Names of uploaded files. */

const MAX_FILE_NAME_LENGTH = 200
/** They reverse the direction of what follows, so that a name seems to have another ending. */
const DIRECTIONS = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: it removes them
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff\ufff9-\ufffb]/g

/** The sender's name of a file, safe to show and to store: without folders and without invisible characters. */
export function cleanFileName(name: string): string {
  const seen = name.toWellFormed().normalize('NFC').replace(DIRECTIONS, '').replace(CONTROLS, '')
  const last = seen.split(/[/\\]/).at(-1)!.trim()
  if (/^\.*$/.test(last)) return 'file'
  const letters = [...last]
  if (letters.length <= MAX_FILE_NAME_LENGTH) return cut(letters, letters.length)
  const ending = /\.[a-zA-Z0-9]{1,10}$/.exec(last)?.[0] ?? ''
  return cut(letters, MAX_FILE_NAME_LENGTH - ending.length) + ending
}

function cut(letters: string[], most: number): string {
  return letters.slice(0, most).join('').trimEnd()
}

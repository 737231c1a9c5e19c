import { cleanText } from './clean-text.ts'

/**
 * Markdown as it is stored. Two blanks at the end of a line break it, which the cleaning of texts would take away: the
 * break is written as a backslash, which can be seen.
 */
export const cleanMarkdown = (text: string): string =>
  cleanText(text.replace(/\r\n?/g, '\n').replace(/(\S) {2,}\n(?=[^\S\n]*\S)/g, '$1\\\n'))

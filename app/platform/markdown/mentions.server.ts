/** `@name` in members' texts: finds the mentions, and renders them as links. */
import type { TokenizerAndRendererExtension, Tokens } from 'marked'

/** The mentioned member's display name and the address of their posts. */
export type Mention = { name: string; address: string }

/** By the mention as written, without `@`. */
export type Mentions = ReadonlyMap<string, Mention>

type MentionToken = Tokens.Generic & { written: string; mention?: Mention }

/** The characters of a display name, its spaces as `_`; `#` and the author's id follow when two members share a name. */
const MENTION = /^@([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.'’-]{0,68}[\p{L}\p{M}\p{N}])?(?:#\d{1,9})?)(?![\p{L}\p{M}\p{N}@])/u

/** Not within a word, an address or a path. Arabic attaches one-letter words (and, for, with) to the next word. */
const ALLOWED_BEFORE = /(?:^|[^\p{L}\p{M}\p{N}_@./\\:&=?%+-])(?:[وفبلك]ـ?){0,2}$/u

type Lexer = { lexer: { state: { inLink: boolean; inRawBlock: boolean } } }

/** @param escapeHtml escapes a text for HTML */
export function mentionSyntax(escapeHtml: (text: string) => string): TokenizerAndRendererExtension {
  return {
    name: 'mention',
    level: 'inline',
    start: (text: string) => text.indexOf('@'),
    tokenizer(this: unknown, text: string, tokens: Tokens.Generic[] | unknown) {
      const { state } = (this as Lexer).lexer
      const found = MENTION.exec(text)
      if (!found || state.inLink || state.inRawBlock) return undefined
      const before = Array.isArray(tokens) ? String(tokens.at(-1)?.raw ?? '') : ''
      if (!ALLOWED_BEFORE.test(before.slice(-6))) return undefined
      return { type: 'mention', raw: found[0], written: found[1]! }
    },
    renderer(token: Tokens.Generic) {
      const { written, mention } = token as MentionToken
      if (!mention) return escapeHtml(`@${written}`)
      return `<a href="${escapeHtml(mention.address)}"><bdi>@${escapeHtml(mention.name)}</bdi></a>`
    },
  }
}

export const isMention = (token: Tokens.Generic): token is MentionToken => token.type === 'mention'

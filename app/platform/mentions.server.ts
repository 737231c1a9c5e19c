/** `@name` in what members write: where it stands, and what a reader sees in its place. */
import type { TokenizerAndRendererExtension, Tokens } from 'marked'

/** Who is named: by which words, and where those lead. */
export type Mention = { name: string; address: string }

/** As it is written, without its `@`. */
export type Mentions = ReadonlyMap<string, Mention>

type MentionToken = Tokens.Generic & { written: string; mention?: Mention }

/** What a display name holds, its blanks as `_`; where two names are alike an author's id follows. */
const MENTION = /^@([\p{L}\p{N}](?:[\p{L}\p{M}\p{N}_.'’-]{0,68}[\p{L}\p{M}\p{N}])?(?:#\d{1,9})?)(?![\p{L}\p{M}\p{N}@])/u

/** Not within a word, an address or a path; Arabic writes one-letter words (and, for, with) together with the next. */
const BEFORE = /(?:^|[^\p{L}\p{M}\p{N}_@./\\:&=?%+-])(?:[وفبلك]ـ?){0,2}$/u

type Lexer = { lexer: { state: { inLink: boolean; inRawBlock: boolean } } }

/** @param escaped makes a text HTML */
export function mentionSyntax(escaped: (text: string) => string): TokenizerAndRendererExtension {
  return {
    name: 'mention',
    level: 'inline',
    start: (text: string) => text.indexOf('@'),
    tokenizer(this: unknown, text: string, tokens: Tokens.Generic[] | unknown) {
      const { state } = (this as Lexer).lexer
      const found = MENTION.exec(text)
      if (!found || state.inLink || state.inRawBlock) return undefined
      const before = Array.isArray(tokens) ? String(tokens.at(-1)?.raw ?? '') : ''
      if (!BEFORE.test(before.slice(-6))) return undefined
      return { type: 'mention', raw: found[0], written: found[1]! }
    },
    renderer(token: Tokens.Generic) {
      const { written, mention } = token as MentionToken
      if (!mention) return escaped(`@${written}`)
      return `<a href="${escaped(mention.address)}"><bdi>@${escaped(mention.name)}</bdi></a>`
    },
  }
}

export const isMention = (token: Tokens.Generic): token is MentionToken => token.type === 'mention'

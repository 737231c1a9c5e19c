import { Tokenizer, type Tokens } from 'marked'

/**
 * An address that stands in a text without brackets ends before the sign that ends its sentence, in Arabic as in English:
 * the parser knows the English ones only. It ends before the sign of a break, too.
 */
export const bareAddresses = {
  url(this: unknown, source: string): Tokens.Link | undefined {
    const [before = source] = /^\S*?(?=[،؛؟…»”]|\\\n)/.exec(source) ?? []
    return Tokenizer.prototype.url.call(this as Tokenizer, before)
  },
}

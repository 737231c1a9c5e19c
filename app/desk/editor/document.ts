/** A text as the editor holds it: nodes with their children, and the marks of texts. As ProseMirror writes it in JSON. */

export type Mark = { type: 'link' | 'bold' | 'italic' | 'strike' | 'code'; attrs?: { href: string } }
export type Node = {
  type: string
  attrs?: Record<string, unknown>
  content?: Node[]
  marks?: Mark[]
  text?: string
}

/** Letter by letter with its marks: what two documents have to share to say the same. Blanks have no marks to see. */
export function lettersOf(nodes: readonly Node[]): string[] {
  const letters = nodes.flatMap(({ type, text, content, attrs, marks = [] }) => {
    if (content) return lettersOf(content)
    if (text === undefined) return [`<${type} ${attrs?.src ?? ''}>`]
    const names = marks.map((mark) => `${mark.type}${mark.attrs?.href ?? ''}`).sort()
    return [...text].map((letter) => (/\s/.test(letter) ? ' ' : `${letter} ${names.join(' ')}`))
  })
  return letters.filter((letter, at) => letter !== ' ' || (at > 0 && letters[at - 1] !== ' '))
}

export const hasMark = ({ marks = [] }: Node, type: Mark['type']): boolean => marks.some((mark) => mark.type === type)

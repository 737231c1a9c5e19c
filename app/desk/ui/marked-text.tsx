import type { Part } from '../../features/revisions/marked-differences.ts'
import styles from './marked-text.module.css'

/**
 * One of two texts that are compared, with the words marked that the other does not have.
 * @param side of two that came one after the other; without it neither is the older one
 */
export function MarkedText({ parts, side }: { parts: Part[]; side?: 'before' | 'after' }) {
  const Mark = side === 'before' ? 'del' : side === 'after' ? 'ins' : 'mark'
  return parts.map(({ text, isChanged }, at) => {
    const Element = isChanged ? Mark : 'span'
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other key and do not move
      <Element key={at} className={isChanged ? styles[side ?? 'differs'] : undefined}>
        {text}
      </Element>
    )
  })
}

import type { ReactNode } from 'react'
import styles from './message-list.module.css'

export type ShownMessage = {
  key: string | number
  /** Written by the institute; else by the sender of the enquiry. */
  isOurs: boolean
  who: ReactNode
  when: ReactNode
  /** What became of it. */
  state?: ReactNode
  body: ReactNode
}

/** The messages of a conversation, the oldest first. */
export function MessageList({ messages }: { messages: readonly ShownMessage[] }) {
  if (messages.length === 0) return null
  return (
    <ol className={styles.list}>
      {messages.map(({ key, isOurs, who, when, state, body }) => (
        <li key={key} className={styles.message} data-ours={isOurs || undefined}>
          <p className={styles.head}>
            <strong>{who}</strong> <span>{when}</span> {state}
          </p>
          <div dir="auto" className={styles.body}>
            {body}
          </div>
        </li>
      ))}
    </ol>
  )
}

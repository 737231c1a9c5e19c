import type { ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icons/icon.tsx'
import styles from './list-search.module.css'

type Props = {
  action: string
  label: string
  placeholder: string
  button: string
  value: string | undefined
  /** Hidden fields with the filters that a search keeps. */
  children?: ReactNode
}

/** The search form of a list, which sends the term in the query string. */
export function ListSearch({ action, label, placeholder, button, value, children }: Props) {
  return (
    <search>
      <form action={action} className={styles.search}>
        {children}
        <label className="visually-hidden" htmlFor="search">
          {label}
        </label>
        <Icon name="search" />
        <input
          id="search"
          key={value}
          name="search"
          type="search"
          enterKeyHint="search"
          maxLength={100}
          placeholder={placeholder}
          defaultValue={value}
        />
        <Button type="submit">{button}</Button>
      </form>
    </search>
  )
}

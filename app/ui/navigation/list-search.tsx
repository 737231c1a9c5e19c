import type { ChangeEventHandler, ReactNode } from 'react'
import { Button } from '../button.tsx'
import { Icon } from '../icons/icon.tsx'
import styles from './list-search.module.css'

type InputProps = {
  label: string
  placeholder: string
  button: string
  value: string | undefined
  /** The id of the form that the input belongs to, when it stands outside of it. Its text is then never reset. */
  form?: string
  onChange?: ChangeEventHandler<HTMLInputElement>
}

type Props = Omit<InputProps, 'form' | 'onChange'> & {
  action: string
  /** Hidden fields with the filters that a search keeps. */
  children?: ReactNode
}

/** The search form of a list, which sends the term in the query string. */
export function ListSearch({ action, children, ...input }: Props) {
  return (
    <search>
      <form action={action}>
        {children}
        <SearchInput {...input} />
      </form>
    </search>
  )
}

/** The input of a list's search with its button. */
export function SearchInput({ label, placeholder, button, value, form, onChange }: InputProps) {
  return (
    <div className={styles.search}>
      <label className="visually-hidden" htmlFor="search">
        {label}
      </label>
      <Icon name="search" />
      <input
        id="search"
        key={form ?? value}
        name="search"
        type="search"
        form={form}
        enterKeyHint="search"
        maxLength={100}
        placeholder={placeholder}
        defaultValue={value}
        onChange={onChange}
      />
      <Button type="submit" form={form}>
        {button}
      </Button>
    </div>
  )
}

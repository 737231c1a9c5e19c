import type { ReactNode } from 'react'
import styles from './design-page.module.css'

const COLOURS = [
  'ink',
  'muted',
  'paper',
  'sand',
  'line',
  'edge',
  'deep',
  'pine',
  'mint',
  'gold',
  'clay',
  'peach',
  'error',
  'success',
]
const SIZES = ['xs', 's', 'm', 'l', 'xl', '2xl', '3xl', '4xl', '5xl']
const SPACES = [4, 8, 12, 16, 24, 32, 48, 72]

export function Block({ title, wide, children }: { title: string; wide?: boolean; children: ReactNode }) {
  return (
    <section className={styles.block} data-wide={wide || undefined}>
      <h2>{title}</h2>
      {children}
    </section>
  )
}

export function Palette() {
  const tokens = getComputedStyle(document.documentElement)
  return (
    <Block title="الألوان" wide>
      <ul className={styles.palette}>
        {COLOURS.map((name) => (
          <li key={name} lang="en" dir="ltr">
            <span style={{ background: `var(--${name})` }} />
            <b>{name}</b>
            <code>{tokens.getPropertyValue(`--${name}`)}</code>
          </li>
        ))}
      </ul>
    </Block>
  )
}

export function Type() {
  return (
    <Block title="الخط: ريدكس برو">
      <ul className={styles.type}>
        {SIZES.map((size) => (
          <li key={size}>
            <code dir="ltr">{size}</code>
            <span style={{ fontSize: `var(--text-${size})` }}>تعلّم اليوم Aa 123</span>
          </li>
        ))}
      </ul>
    </Block>
  )
}

export function Spaces() {
  return (
    <Block title="المسافات والزوايا">
      <ul className={styles.spaces}>
        {SPACES.map((space) => (
          <li key={space}>
            <span style={{ inlineSize: `var(--space-${space})` }} />
            <code>{space}</code>
          </li>
        ))}
      </ul>
      <ul className={styles.corners}>
        {['corner', 'corner-card', 'corner-hero'].map((corner) => (
          <li key={corner} style={{ borderRadius: `var(--${corner})` }}>
            <code dir="ltr">{corner}</code>
          </li>
        ))}
      </ul>
    </Block>
  )
}

export function Motif() {
  return (
    <Block title="الخاتم" wide>
      <div className={styles.motif} />
    </Block>
  )
}

/** The small parts of an invoice, each in both languages. */
import type { ReactNode } from 'react'
import type { Localized } from '../../../db/shapes.ts'
import { invoice as ar } from '../../locales/ar/invoices.ts'
import { invoice as en } from '../../locales/en/invoices.ts'
import { formatNumber } from '../../locales/format.ts'
import type { Lang } from '../../locales/lang.ts'

export type Texts = typeof ar
/** Selects a text in either language. */
export type TextOf = (texts: Texts) => string

export const TEXTS = { ar, en }

/** A text in both languages, or only in Arabic when there is no English. */
export function Both({ text }: { text: Localized }) {
  return (
    <>
      <span>{text.ar}</span>
      {text.en && text.en !== text.ar && (
        <>
          {' '}
          <span className="en" lang="en" dir="ltr">
            {text.en}
          </span>
        </>
      )}
    </>
  )
}

export const Label = ({ of }: { of: TextOf }) => <Both text={{ ar: of(ar), en: of(en) }} />
export const Code = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>

/** Always with two decimals, so that amounts in a column align. */
export function Amount({ halalas }: { halalas: number }) {
  const rest = String(halalas % 100).padStart(2, '0')
  return <Code>{`${formatNumber(Math.trunc(halalas / 100))}.${rest}`}</Code>
}

export function Fact({ name, isWide = false, children }: { name: TextOf; isWide?: boolean; children: ReactNode }) {
  return (
    <div className={isWide ? 'wide' : 'fact'}>
      <dt>
        <Label of={name} />
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

export const Moment = ({ at, format }: { at: string; format: (instant: string, lang: Lang) => string }) => (
  <Both text={{ ar: format(at, 'ar'), en: format(at, 'en') }} />
)

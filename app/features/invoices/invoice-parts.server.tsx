/** The small parts of an invoice, each in both languages. */
import type { Localized } from '../../../db/shapes.ts'
import { keepSigns } from '../../locales/keep-signs.ts'
import { amountOf, inBoth, type TextOf, type Value } from './invoice-content.ts'

/** A text in both languages, or only in Arabic when there is no English. */
export function Both({ text }: { text: Localized }) {
  return (
    <>
      <span>{keepSigns(text.ar)}</span>
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

export const Label = ({ of }: { of: TextOf }) => <Both text={inBoth(of)} />
export const Code = ({ children }: { children: string }) => <bdi dir="ltr">{children}</bdi>
export const Amount = ({ halalas }: { halalas: number }) => <Code>{amountOf(halalas)}</Code>

export function Shown({ value }: { value: Value }) {
  if ('code' in value) return <Code>{value.code}</Code>
  return 'both' in value ? <Both text={value.both} /> : <bdi>{value.written}</bdi>
}
